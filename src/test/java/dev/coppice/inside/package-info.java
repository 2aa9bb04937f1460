/** Tests that run inside the server: a caller's own transactions, CDI events, rows, and the number of SQL statements. */
package dev.coppice.inside;
