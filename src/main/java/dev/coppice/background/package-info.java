/** Work beside requests: periodic tasks, their threads, and a lease so that one node at a time does them. */
package dev.coppice.background;
