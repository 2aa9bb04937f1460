/**
 * Full-text search for messages ({@link Searches}) and block entries ({@link EntrySearch}). A search first finds
 * documents in the search index ({@link dev.coppice.search.index}), which may be a short time behind the database. A
 * document becomes a hit only after the database has confirmed that the searching client can see the message or entry.
 * A hit contains the text that this client sees.
 */
package dev.coppice.search;
