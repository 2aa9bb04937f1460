/**
 * Verifies the access tokens of an OpenID provider: JSON Web Tokens signed with RS256 or ES256, by the public keys that
 * the provider publishes (JWKS). Only the two algorithms are implemented, and the algorithm has to fit the kind of the
 * key, so that a token cannot choose a weaker check than its key is for.
 */
package dev.coppice.jwt;
