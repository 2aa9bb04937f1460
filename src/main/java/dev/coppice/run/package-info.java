/**
 * Runs of agents. Stores the checkpoint of a run, so that another process can resume it. A run can be saved any number
 * of times; each of its messages is appended once, and its usage is counted once.
 */
package dev.coppice.run;
