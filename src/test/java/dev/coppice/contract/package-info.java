/**
 * Tests of the contract as a client sees it: every sentence of the specification, over HTTP, against a real server on a real
 * database. How they are run: {@code src/docs/testing.md}.
 */
package dev.coppice.contract;
