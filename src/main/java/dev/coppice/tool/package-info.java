/**
 * Tools with which a model reads and writes context. A tool acts only on the session of the model, and writes only to
 * writable blocks.
 */
package dev.coppice.tool;
