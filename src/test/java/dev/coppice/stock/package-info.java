/**
 * The commands of {@code src/docs/stock-wildfly.md}, run in the profile {@code stock-wildfly} before the contract tests,
 * which use the server that they configure.
 */
package dev.coppice.stock;
