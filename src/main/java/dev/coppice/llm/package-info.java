/**
 * Client of a chat model. Calls only the endpoint that the operator configured, within stated limits of time and memory. A
 * call returns a text or fails with a {@code ChatFailure.Reason}; API key and conversation appear nowhere else.
 */
package dev.coppice.llm;
