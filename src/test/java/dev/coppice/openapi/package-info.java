/**
 * What openapi.yaml says is what the server does: the document is held against OpenAPI's rules, against the resource
 * classes, and against every answer that a contract test gets.
 */
package dev.coppice.openapi;
