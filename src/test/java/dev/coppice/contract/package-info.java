/**
 * The contract as a client sees it: every sentence of the specification, over HTTP, against a real server on each
 * database. A red test here is a broken promise.
 */
package dev.coppice.contract;
