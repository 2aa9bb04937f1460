/**
 * A Java client of Coppice. It uses the HTTP client of the JDK and no other library. Begin with
 * {@link dev.coppice.client.Coppice}.
 *
 * <p>JSON that belongs to the application (messages, metadata, state) is passed as text. So an application can use any
 * JSON library, and reads its JSON as it has written it. All other data are records.
 *
 * <p>Every method throws {@link dev.coppice.client.CoppiceProblem} if the server refuses a request, or cannot be
 * reached until a deadline. Before the deadline, the client repeats a request after a lost connection, a timeout, the
 * status 429 or 503. A repetition does not write twice: a {@code POST} has an {@code Idempotency-Key}, and the other
 * methods are idempotent. Only a write with an expected version is not repeated after a lost connection.
 */
package dev.coppice.client;
