package dev.coppice.format;

/**
 * A call of {@code load_context} in a message, with its output if that is in the same part; or, without label and key, a
 * result whose call is elsewhere.
 *
 * @param callId null when the part has none
 * @param label null for a result
 * @param key null for a result
 * @param output the document in this part; null when it has none
 */
public record SkillCall(String callId, String label, String key, Output output) {
    /**
     * Where a document is in its message.
     *
     * @param from number of its first byte
     * @param to number of the byte after the last one
     * @param typed true where a plain string is not allowed, but a {@code {"type":"text","value":…}} is
     */
    public record Output(int from, int to, boolean typed) {}

    public boolean isResult() {
        return label == null;
    }

    LoadedSkill skill() {
        return new LoadedSkill(label, key);
    }
}
