/**
 * The parts of the HTTP layer that all routes share: reading bodies within limits, error responses as
 * {@code application/problem+json}, headers of responses, ids and metrics of requests, the health of the server, and
 * the OpenAPI document.
 */
package dev.coppice.http;
