/**
 * Tests of client libraries of other projects against a real server on H2. Programs in JavaScript are in
 * {@code src/test/clients}. The tests run in the profile {@code clients} only: {@code mvn verify -Pclients}.
 */
package dev.coppice.clients;
