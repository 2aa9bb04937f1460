/**
 * Work beside requests: periodic tasks, the sweep of rows that are absent already, queues of model work, and a lease so
 * that one node at a time does what all of them schedule.
 */
package dev.coppice.background;
