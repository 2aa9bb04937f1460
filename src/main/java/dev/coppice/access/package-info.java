/**
 * Authentication and authorization by bearer tokens, and the audit log of administrative acts, erasures and the use of
 * tokens. The database stores only the SHA-256 of a token.
 *
 * <p>Where tenants are separated: {@link Authentication} takes the tenant of a request from its token, never from path,
 * query or body, and stores it in {@link Caller}. {@code session.SessionName} contains the tenant, and every operation
 * on a session gets it. {@code session.SessionRows} finds sessions by this name: each of its lookups goes through
 * {@code session.Namespaces} (method {@code find}), which restricts it to the tenant's namespaces.
 * {@code session.SessionLookup} compares the tenant of rows that were found by their database ids. A session's
 * messages, state and context are found by the ids in its row. Data without a session, such as agents and shared
 * blocks, has the tenant's database id in its key, and each entry of the audit log has it in a column.
 * {@code search.SearchScope} adds the tenant to the filter of every search. The section "Where tenants are separated"
 * in {@code src/docs/architecture.md} has all kinds of data, lists and event streams included, and what administrators
 * of the tenant {@code default} may do with other tenants.
 */
package dev.coppice.access;
