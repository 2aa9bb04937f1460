/**
 * Full-text search for messages and block entries. Candidates come from the index ({@link dev.coppice.search.index}),
 * which is late by a bounded time. They become hits only after a check in the database that the reader can see them, and
 * show the text that the reader sees.
 */
package dev.coppice.search;
