/**
 * Authentication and authorization by bearer tokens, and the audit log of administrative acts, erasures and the use of
 * tokens. The database stores only the SHA-256 of a token.
 *
 * <p>Where tenants are separated: {@link Authentication} takes the tenant of a request from its token, never from path,
 * query or body, and stores it in {@link Caller}. {@code session.SessionName} contains the tenant, and every operation
 * on a session gets it. {@code session.Sessions} (method {@code find}) finds only rows of sessions of this tenant, by
 * means of {@code session.Namespaces}. A session's messages, state and context are found by the ids in its row. Data
 * without a session, such as agents and shared blocks, has the tenant's database id in its key, and each entry of the
 * audit log has it in a column. {@code search.SearchScope} adds the tenant to the filter of every search.
 */
package dev.coppice.access;
