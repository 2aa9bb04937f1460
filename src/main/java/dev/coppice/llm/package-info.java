/**
 * Calling a chat model. Only the endpoint that the operator has named is called, within a stated limit of time and memory;
 * what comes of it is a text or a reason, and neither key nor conversation shows up anywhere else.
 */
package dev.coppice.llm;
