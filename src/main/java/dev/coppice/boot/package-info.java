/**
 * Code that runs in the server outside of the WAR, so that it works while the WAR is not deployed. During startup and
 * shutdown it lets clients get 503 with {@code Retry-After}, never 404. It also saves CPU time at the end of requests.
 * Under {@code mvn wildfly:run} it ends the server when Maven has ended. It is packed as a separate server module, like
 * the JDBC driver of package {@code driver}.
 */
package dev.coppice.boot;
