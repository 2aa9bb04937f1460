/**
 * A client of Coppice on the HTTP client of the JDK, without other dependencies. Begin with
 * {@link dev.coppice.client.Coppice}.
 *
 * <p>JSON that belongs to the application (messages, metadata, state) is text on both sides, so an application keeps its
 * own JSON library, and what it stored comes back unchanged. Everything else is a record.
 *
 * <p>Every method throws {@link dev.coppice.client.CoppiceProblem} if the server refuses a request or cannot be reached
 * within the deadline. Until then the client repeats a request after a lost connection, a timeout, 429 and 503. It does
 * so without writing twice: a {@code POST} has an {@code Idempotency-Key}, and the other methods are idempotent. Only a
 * write with a version is not repeated after a lost connection.
 */
package dev.coppice.client;
