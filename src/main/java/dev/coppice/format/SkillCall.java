package dev.coppice.format;

/**
 * A call of {@code load_context} in a message, with its output if it is in the same part; or the result of a call in
 * another part, without label and key.
 *
 * @param callId null if the part has none
 * @param label null for a result
 * @param key null for a result
 * @param output position of the document in this part; null if the part has no document
 */
public record SkillCall(String callId, String label, String key, Output output) {
    /**
     * Position of a document in its message.
     *
     * @param from index of the first byte
     * @param to index after the last byte
     * @param typed true if the output must be an object {@code {"type":"text","value":…}} instead of a plain string
     */
    public record Output(int from, int to, boolean typed) {}

    public boolean isResult() {
        return label == null;
    }

    LoadedSkill skill() {
        return new LoadedSkill(label, key);
    }
}
