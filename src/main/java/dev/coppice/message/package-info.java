/**
 * Messages: trees in which a path is a range of rows. Appending, reading a window and moving to another branch cost the
 * same at any length; nothing that is written ever changes or hides another message.
 */
package dev.coppice.message;
