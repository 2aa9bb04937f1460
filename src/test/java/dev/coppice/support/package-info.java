/**
 * The infrastructure of the tests: a real server in a process of its own, a real database, a scripted model and a small HTTP
 * client. Nothing here uses the server's classes; tests assert what a client sees. See {@code src/docs/testing.md}.
 */
package dev.coppice.support;
