/**
 * Identifies the request that a thread works for, in each line that the thread logs and in requests to other servers.
 * Work in the background belongs to the request that caused it, if there is one.
 */
package dev.coppice.trace;
