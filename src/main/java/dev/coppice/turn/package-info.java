/** The input of one model call: prompt, messages and tools of one moment, in the format of the model's provider. */
package dev.coppice.turn;
