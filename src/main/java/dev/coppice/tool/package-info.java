/**
 * Tools with which a model reads and writes context: {@link Tools} lists and calls them, {@link Toolbox} describes
 * them. A tool acts only on the session of the model, and writes only to writable blocks.
 */
package dev.coppice.tool;
