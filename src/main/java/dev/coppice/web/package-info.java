/**
 * The manners of the REST API: bodies within limits, problems, preconditions, cursors, retries and idempotency. An
 * answer that was given once is given again; what cannot be done leaves nothing behind.
 */
package dev.coppice.web;
