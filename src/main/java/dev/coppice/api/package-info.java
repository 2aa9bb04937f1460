/** Types that REST resources and the beans behind them share: pages, cursors, preconditions, and query parameters. */
package dev.coppice.api;
