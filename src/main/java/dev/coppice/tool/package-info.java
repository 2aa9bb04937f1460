/** What the model can do by itself: only in its own session, only with blocks that are marked writable. */
package dev.coppice.tool;
