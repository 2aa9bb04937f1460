/**
 * Writing requests take effect exactly once: a request repeated under its {@code Idempotency-Key} gets the stored answer,
 * and a transaction that failed by a deadlock or lock timeout is retried.
 */
package dev.coppice.idempotency;
