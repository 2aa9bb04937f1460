/**
 * Benchmarks of the server as a client sees it, beside the same operations in plain JDBC on the same database in the same
 * run. Rounds of both alternate, so that other load on the machine affects both. {@code mvn verify -Pbench} runs them and
 * writes the figures to {@code src/docs/benchmarks.md}.
 */
package dev.coppice.bench;
