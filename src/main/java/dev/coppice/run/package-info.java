/**
 * Runs of agents: what one has come to, kept so that another process goes on where it stopped. However often a run is
 * saved, its messages are in the conversation once, and what it has used is counted once.
 */
package dev.coppice.run;
