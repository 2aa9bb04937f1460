/**
 * One data source for both databases: a JDBC driver that hands each URL to H2 or to MariaDB. It is packed as a
 * server module of its own and is no part of the WAR.
 */
package dev.coppice.driver;
