package dev.coppice.format;

/**
 * A call of {@code load_context} in a message, with its output if it stands in the same part; or, without label and key,
 * a result whose call stands elsewhere.
 *
 * @param callId null when the part has none
 * @param label null of a result
 * @param key null of a result
 * @param output the document that stands here, or null when there is none
 */
public record SkillCall(String callId, String label, String key, Output output) {
    /**
     * Where a document stands in its message.
     *
     * @param from number of its first byte
     * @param to number of the byte behind it
     * @param typed true when a plain string may not stand there, but a {@code {"type":"text","value":…}}
     */
    public record Output(int from, int to, boolean typed) {}

    public boolean isResult() {
        return label == null;
    }

    LoadedSkill skill() {
        return new LoadedSkill(label, key);
    }
}
