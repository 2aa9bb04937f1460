/**
 * Imports of sessions from JSON Lines, in the format that the package {@code export} writes. The body of a request is
 * read line by line, and messages are appended in batches. So the memory does not depend on the size of the file. Each
 * batch is a transaction. A session that is complete in the database is never changed. So a second import of the same
 * file inserts nothing, and an import that was interrupted can be continued. A damaged session is removed and reported
 * with the number of the damaged line; the others are imported.
 */
package dev.coppice.imports;
