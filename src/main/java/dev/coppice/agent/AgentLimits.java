package dev.coppice.agent;

/**
 * The part of an agent's specification that every write to one of its sessions needs.
 *
 * @param ttlSeconds time to live of a session after its last write, in seconds, or null for unlimited
 * @param tokenCounter name of the bean that counts tokens, or null for the server's estimate
 * @param compactAfter number of tokens above which sessions are compacted automatically, or null for never
 * @param compactBy which token count is compared with {@code compactAfter}; null means {@link CompactBy#ESTIMATE}
 * @param maxMessages maximum number of messages on the path to a session's leaf; older ones are removed; null for no
 *     maximum
 * @param summaryEvery number of new messages after which the running summary is updated, or null for never
 * @param profileEvery number of new messages after which the user's profile is updated, or null for never
 */
public record AgentLimits(
        Long ttlSeconds,
        String tokenCounter,
        Integer compactAfter,
        CompactBy compactBy,
        Integer maxMessages,
        Integer summaryEvery,
        Integer profileEvery) {
    /** The limits of a session that has no agent, or whose agent does not exist. */
    public static final AgentLimits NONE = new AgentLimits(null, null, null, null, null, null, null);

    /**
     * Returns a copy of these limits with the given values. If a parameter is null, the copy keeps the limit of that
     * name.
     */
    public AgentLimits overriddenBy(Long ttlSeconds, Integer maxMessages, Integer compactAfter, CompactBy compactBy) {
        return new AgentLimits(
                ttlSeconds == null ? this.ttlSeconds : ttlSeconds,
                tokenCounter,
                compactAfter == null ? this.compactAfter : compactAfter,
                compactBy == null ? this.compactBy : compactBy,
                maxMessages == null ? this.maxMessages : maxMessages,
                summaryEvery,
                profileEvery);
    }
}
