package dev.coppice.agent;

/**
 * Internal notice, fired inside the transaction before {@link Agents#put} creates or replaces an agent. Not fired for
 * an imported agent. An observer that throws a {@code Problem} refuses the agent. Not part of the public API.
 *
 * @param spec the specification that is to be stored
 */
public record AgentStoring(AgentSpec spec) {}
