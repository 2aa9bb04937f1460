/**
 * What the model is told before the conversation. Blocks change whenever somebody writes them; the prompt that is made of
 * them stands still until it is refreshed, byte for byte, so that the model provider's cache of it stays warm.
 */
package dev.coppice.context;
