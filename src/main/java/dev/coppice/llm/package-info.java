/**
 * Client of a chat model. Sends requests only to the endpoint that the operator configured, within limits of time and
 * memory. A model call returns a text or fails with a {@code ChatFailure.Reason}. This package sends the API key and
 * the conversation to this endpoint only, and writes them to no log or exception message.
 */
package dev.coppice.llm;
