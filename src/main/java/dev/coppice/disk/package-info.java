/** The free space of the disk with the data directory: a part of the server's health, and a metric. */
package dev.coppice.disk;
