/**
 * Tests of the OpenAPI document: it is checked against the rules of OpenAPI, against the resource classes, and against every
 * request and answer of the contract tests.
 */
package dev.coppice.openapi;
