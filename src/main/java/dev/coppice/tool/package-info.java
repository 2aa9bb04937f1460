/**
 * Tools with which a model reads and writes context: {@link Tools} lists and calls them, {@link Toolbox} describes
 * them. A tool writes only to writable blocks of the model's session, or removes skill documents from its messages.
 */
package dev.coppice.tool;
