/** Hot backups of the H2 database, into one directory that the operator has chosen. */
package dev.coppice.backup;
