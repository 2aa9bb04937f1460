package dev.coppice.access;

import java.util.Set;

/** Tenant and scopes of a valid token. */
public record Identity(String tenant, Set<Scope> scopes) {}
