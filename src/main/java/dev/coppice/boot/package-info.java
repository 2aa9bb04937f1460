/**
 * Code of the server outside of the WAR, which works while the WAR is not deployed. During startup and shutdown,
 * clients get 503 with {@code Retry-After} instead of 404. The package saves CPU time at the end of requests, and
 * limits how many threads wait for slow clients, and how long. When the WAR is deployed, a subsystem of WildFly adds
 * the operator's jars to it. The package also formats the server's log, and ends the event streams when the server
 * stops. Under {@code mvn wildfly:run}, the package ends the server when Maven has ended. The script
 * {@code bin/coppice} calls {@link dev.coppice.boot.Control} to check the ports and the server's health. The package is
 * a separate server module, like the JDBC driver of package {@code driver}.
 */
package dev.coppice.boot;
