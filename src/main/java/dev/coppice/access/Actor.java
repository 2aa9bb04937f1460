package dev.coppice.access;

/**
 * The person or program that performed an act of the audit log.
 *
 * @param tenant name of the actor's tenant; null for the server itself
 * @param token id of the actor's token; null for the server itself, and for a token of the OpenID provider
 * @param name display name of the token, or subject of a token of the OpenID provider; null if there is none
 */
public record Actor(String tenant, String token, String name) {
    /** The server itself. */
    static final Actor SERVER = new Actor(null, null, null);
}
