/**
 * The HTTP layer every route shares: bodies read within limits, problems as {@code application/problem+json}, headers,
 * health, and the OpenAPI document. A request that fails leaves nothing behind.
 */
package dev.coppice.http;
