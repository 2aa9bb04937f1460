/**
 * Brings conversations from a file into a running server, over REST like any other client. A load can be broken off and
 * repeated: what is already there is counted and not inserted twice. Memory doesn't grow with the file.
 */
package dev.coppice.load;
