/**
 * Background work: executors, periodic tasks, the sweep that purges rows that clients can no longer see, queues of jobs
 * that call models, and a lease that lets one node at a time do work that all nodes schedule.
 */
package dev.coppice.background;
