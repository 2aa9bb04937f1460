package dev.coppice.agent;

/**
 * What a session needs of its agent whenever it is written.
 *
 * @param ttlSeconds or null
 * @param tokenCounter name of a bean, or null
 * @param compactAfter tokens beyond which sessions are compacted by themselves, or null
 * @param maxMessages of the leaf's path that are retained, or null for all
 * @param summaryEvery new messages after which their summaries are updated by themselves, or null
 * @param profileEvery new messages after which their users are analysed by themselves, or null
 */
public record AgentLimits(
        Long ttlSeconds,
        String tokenCounter,
        Integer compactAfter,
        Integer maxMessages,
        Integer summaryEvery,
        Integer profileEvery) {
    /** Of a session without an agent, or whose agent is not there. */
    public static final AgentLimits NONE = new AgentLimits(null, null, null, null, null, null);

    /** These, where the session itself says nothing else. */
    public AgentLimits under(Long ttlSeconds, Integer maxMessages, Integer compactAfter) {
        return new AgentLimits(
                ttlSeconds == null ? this.ttlSeconds : ttlSeconds,
                tokenCounter,
                compactAfter == null ? this.compactAfter : compactAfter,
                maxMessages == null ? this.maxMessages : maxMessages,
                summaryEvery,
                profileEvery);
    }
}
