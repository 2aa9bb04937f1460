/**
 * Verifies the access tokens of an OpenID provider: JSON Web Tokens signed with RS256 or ES256, by the public keys that
 * the provider publishes (JWKS). Only these two algorithms are implemented. A token names its algorithm itself. The
 * token is refused if the key is not of the kind that this algorithm needs, so that a client cannot choose a weaker
 * check.
 */
package dev.coppice.jwt;
