/**
 * What a model makes of conversations for later ones: a running summary of each session, and a profile of each user. Nobody
 * waits for it but who asks for it. And the way to have all of a user erased.
 */
package dev.coppice.profile;
