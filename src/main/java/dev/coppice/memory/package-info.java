/**
 * Memory of past conversations: a running summary of each session and a profile of each user, both written by a model.
 * They are updated in the background, or on request. This package also erases users with all their data.
 */
package dev.coppice.memory;
