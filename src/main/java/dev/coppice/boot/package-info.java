/**
 * Code of the server outside of the WAR, which works while the WAR is not deployed. During startup and shutdown,
 * clients get 503 with {@code Retry-After} instead of 404. The package also saves CPU time at the end of requests.
 * Under {@code mvn wildfly:run}, it ends the server when Maven has ended. The package is a separate server module, like
 * the JDBC driver of package {@code driver}.
 */
package dev.coppice.boot;
