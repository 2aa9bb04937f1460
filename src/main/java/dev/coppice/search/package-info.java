/**
 * Full-text search for messages ({@link Searches}) and block entries ({@link EntrySearch}). Candidates come from the
 * search index ({@link dev.coppice.search.index}), which is a bounded time behind the database. A candidate becomes a
 * hit only after a check in the database that the reader can see it. A hit contains the text that the reader sees.
 */
package dev.coppice.search;
