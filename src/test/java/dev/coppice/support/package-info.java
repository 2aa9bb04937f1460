/**
 * What the tests stand on: a real server in a process of its own, a real database, and a small HTTP client. Nothing
 * here knows the server's classes; whatever a test asserts it has seen from outside.
 */
package dev.coppice.support;
