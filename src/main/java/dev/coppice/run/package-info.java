/**
 * Runs of agents. The package stores the checkpoint of a run, so that another process can resume the run. A run can be
 * saved any number of times. Each message of a run is appended once, and the usage of a run is counted once.
 */
package dev.coppice.run;
