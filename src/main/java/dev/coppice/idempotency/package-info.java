/**
 * Writing requests take effect exactly once: a request repeated under its {@code Idempotency-Key} gets the stored answer,
 * and a transaction that lost against another one is retried.
 */
package dev.coppice.idempotency;
