/** Types that REST resources and Java callers share: pages, cursors, preconditions, and query parameters. */
package dev.coppice.api;
