package dev.coppice.agent;

/**
 * Internal notice, fired inside the transaction before an agent is created or replaced. An observer that throws a
 * {@code Problem} refuses the agent. Not part of the public API.
 *
 * @param spec the specification that is to be stored
 */
public record AgentStoring(AgentSpec spec) {}
