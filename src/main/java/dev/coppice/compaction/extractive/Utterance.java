package dev.coppice.compaction.extractive;

import java.util.List;

/**
 * The values of a message that the default summarizer uses.
 *
 * @param role role of the message on one line, at most 40 characters; {@code unknown} if the message has none
 * @param speaker name of the speaker if the message has one, otherwise the role
 * @param day day on which the message was sent, such as 2026-11-21, in UTC; empty if unknown
 * @param text text of the message without reasoning, and without inputs and outputs of tools
 * @param tools names of the called tools, in order
 */
record Utterance(String role, String speaker, String day, String text, List<String> tools) {
    /** True if the message has a text; false if it consists of tool calls or results only. */
    boolean talks() {
        return !text.isBlank();
    }
}
