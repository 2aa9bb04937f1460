package dev.coppice.access;

import java.util.Set;

/** What a valid token says of its bearer. */
public record Identity(String tenant, Set<Scope> scopes) {}
