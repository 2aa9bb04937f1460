/**
 * Who is calling. A tenant comes from the caller's credential and from nowhere else; of a token the database knows only
 * the SHA-256.
 */
package dev.coppice.access;
