/**
 * The input of one model call: prompt, messages and tools in one consistent snapshot, in the format of the model's
 * provider. {@link Turns} reads it.
 */
package dev.coppice.turn;
