/**
 * Loads conversations from a file into a running server, over REST like any other client. A load can be interrupted and
 * repeated: existing messages are counted and not inserted again. Memory does not grow with the file.
 */
package dev.coppice.load;
