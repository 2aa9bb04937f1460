/**
 * Background work: executors, periodic tasks, the sweep that purges rows that clients can no longer see, queues of jobs
 * that call models, and a lease that lets one node at a time do work that all nodes schedule.
 *
 * <p>{@link dev.coppice.background.Sweeper} runs the sweep. What it purges is in the implementations of
 * {@link dev.coppice.background.SweepTask}, each in the package of its rows: {@code grep -r 'implements SweepTask'}
 * finds them.
 */
package dev.coppice.background;
