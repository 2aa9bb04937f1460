/**
 * The command line, {@code java -jar coppice-cli.jar}. It uses the public API of the Java client only, and needs memory
 * for a few messages, however large a file is.
 */
package dev.coppice.cli;
