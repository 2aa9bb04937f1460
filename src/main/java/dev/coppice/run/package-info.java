/**
 * Runs of agents: the saved state of a run, from which another process resumes it. However often a run is saved, its
 * messages are in the session once, and its usage is counted once.
 */
package dev.coppice.run;
