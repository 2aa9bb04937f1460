package dev.coppice.agent;

/**
 * The settings of an agent that every write of its sessions needs.
 *
 * @param ttlSeconds or null
 * @param tokenCounter name of a bean, or null
 * @param compactAfter tokens beyond which sessions are compacted automatically, or null
 * @param maxMessages messages of the leaf's path to retain, or null for all
 * @param summaryEvery new messages after which the running summary is updated, or null
 * @param profileEvery new messages after which the user is analyzed, or null
 */
public record AgentLimits(
        Long ttlSeconds,
        String tokenCounter,
        Integer compactAfter,
        Integer maxMessages,
        Integer summaryEvery,
        Integer profileEvery) {
    /** The limits of a session without an agent, or whose agent does not exist. */
    public static final AgentLimits NONE = new AgentLimits(null, null, null, null, null, null);

    /** These limits, with the session's own values in place of the agent's where they are not null. */
    public AgentLimits overriddenBy(Long ttlSeconds, Integer maxMessages, Integer compactAfter) {
        return new AgentLimits(
                ttlSeconds == null ? this.ttlSeconds : ttlSeconds,
                tokenCounter,
                compactAfter == null ? this.compactAfter : compactAfter,
                maxMessages == null ? this.maxMessages : maxMessages,
                summaryEvery,
                profileEvery);
    }
}
