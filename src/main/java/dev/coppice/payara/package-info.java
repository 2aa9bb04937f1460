/** What only Payara needs. It is part of the WAR {@code coppice-bundled.war}, and not of {@code coppice.war}. */
package dev.coppice.payara;
