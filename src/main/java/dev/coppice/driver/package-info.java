/** JDBC driver for all supported databases. It is packed as a separate server module and is not part of the WAR. */
package dev.coppice.driver;
