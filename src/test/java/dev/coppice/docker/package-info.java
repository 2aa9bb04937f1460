/** Tests of the files in docker/ that need no container engine. */
package dev.coppice.docker;
