/**
 * Tests of Coppice's own clients in {@code src/clients}, and of client libraries of other projects, whose programs are in
 * {@code src/test/clients}, against real servers on H2. The tests run in the profile {@code clients} only:
 * {@code mvn verify -Pclients}.
 */
package dev.coppice.clients;
