/** What only shows inside the container: transactions of a caller's own, events, and rows as they lie. */
package dev.coppice.inside;
