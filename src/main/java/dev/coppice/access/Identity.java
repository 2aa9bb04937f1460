package dev.coppice.access;

import java.util.Set;

/**
 * Tenant, scopes and name of a valid bearer token.
 *
 * @param tenant name of the tenant
 * @param scopes permissions of the token
 * @param name display name of the token, or null
 */
public record Identity(String tenant, Set<Scope> scopes, String name) {}
