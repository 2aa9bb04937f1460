/**
 * The input of one model call, called a turn: prompt, messages and tools, all read at one version of the session, in
 * the format of the model's provider. {@link Turns} reads it.
 */
package dev.coppice.turn;
