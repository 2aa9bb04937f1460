package dev.coppice.format;

/**
 * A call of the tool {@code load_context} in a message, or the result of such a call. If one part of the message
 * contains both the call and its result, one object represents both. A result in a part of its own has neither label
 * nor key.
 *
 * @param callId id of the call; null if the part has none
 * @param label label of the context block that contains the skill; null for a result in a part of its own
 * @param key key or title by which the model loads the skill; null for a result in a part of its own
 * @param output position of the skill document in the message; null if the part contains no document
 */
public record SkillCall(String callId, String label, String key, Output output) {
    /**
     * Position of a loaded document in the bytes of its message.
     *
     * @param from index of the first byte
     * @param to index after the last byte
     * @param typed true if the document is in an object {@code {"type":"text","value":…}}, false if it is a plain
     *     string; a replacement must have the same form
     */
    public record Output(int from, int to, boolean typed) {}

    public boolean isResult() {
        return label == null;
    }

    LoadedSkill skill() {
        return new LoadedSkill(label, key);
    }
}
