/** The tools with which a model reads and writes context by itself: only in its own session, only writable blocks. */
package dev.coppice.tool;
