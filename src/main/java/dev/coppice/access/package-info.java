/**
 * Authentication and authorization by bearer tokens. The database stores only the SHA-256 of a token.
 *
 * <p>Where tenants are separated: {@link Authentication} takes the tenant of a request from its token, never from path,
 * query or body, and stores it in {@link Caller}. {@code session.SessionName} carries the tenant to every operation on
 * a session. {@code session.Sessions} (method {@code find}) resolves the name by {@code session.Namespaces} to the row
 * of a session of this tenant only; the session's messages, state and context are read by the ids in that row. Data
 * without a session, such as agents and shared blocks, has the tenant's number in its key. {@code search.SearchScope}
 * adds the tenant to the filter of every search.
 */
package dev.coppice.access;
