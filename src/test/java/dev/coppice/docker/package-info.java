/** What can be held about the files in docker/ without an engine. */
package dev.coppice.docker;
