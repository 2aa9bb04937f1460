/**
 * Authentication and authorization by bearer tokens. The tenant of a request comes only from its token. The database stores
 * only the SHA-256 of a token.
 */
package dev.coppice.access;
