/**
 * JDBC driver for all supported databases. It is packed as a server module of its own and is not part of the WAR.
 */
package dev.coppice.driver;
