/**
 * Messages: trees in which a path is a range of rows. Appending, reading a window and moving to another branch cost the
 * same at any length, and a fork copies no message. What is appended never changes or hides another message; only where a
 * session retains so many, the oldest are let go of, and a fork that has inherited them still has them.
 */
package dev.coppice.message;
