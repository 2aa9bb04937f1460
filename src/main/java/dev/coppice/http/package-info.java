/**
 * The HTTP layer that all routes share: bodies within limits, problems as {@code application/problem+json}, headers, health,
 * and the OpenAPI document.
 */
package dev.coppice.http;
