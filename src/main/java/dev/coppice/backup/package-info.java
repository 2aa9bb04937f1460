/** Backups of the H2 database while the server runs, into one directory that the operator has chosen. */
package dev.coppice.backup;
