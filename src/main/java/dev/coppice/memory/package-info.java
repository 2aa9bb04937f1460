/**
 * What a model makes of conversations for later ones: a running summary of each session, and a profile of each user.
 * Nobody waits for it but who asks for it. Whoever asks for a user to be erased has all of that user's erased from here.
 */
package dev.coppice.memory;
