/**
 * The event log: each change is a row, written in the transaction of the change and numbered after its commit. Readers
 * that resume at a number miss nothing and see nothing twice, or learn that the log no longer reaches back that far.
 */
package dev.coppice.eventlog;
