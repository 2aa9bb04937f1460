/**
 * A program that loads conversations from a file into a running server. It calls the REST API like any other client. A
 * load can be interrupted and repeated: messages that the server already has are counted, but not inserted again. The
 * memory that the program needs does not grow with the file.
 */
package dev.coppice.load;
