/**
 * Memory of conversations for later ones: a running summary of each session and a profile of each user, made by a model.
 * Both are updated in the background, or on request. Also the erasure of users with all their data.
 */
package dev.coppice.memory;
