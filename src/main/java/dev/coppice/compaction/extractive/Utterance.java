package dev.coppice.compaction.extractive;

import java.util.List;

/**
 * What the default summarizer reads of a message.
 *
 * @param role role of the message on one line, at most 40 characters; {@code unknown} if the message has none
 * @param speaker name of the speaker if the message has one, otherwise the role
 * @param day day of the message in UTC, such as {@code 2026-11-21}; empty if unknown
 * @param text text of the message without reasoning, and without inputs and outputs of tools
 * @param tools names of the tools that the message calls, in the order of the calls
 */
record Utterance(String role, String speaker, String day, String text, List<String> tools) {
    /** True if the message has a text; false if it consists of tool calls or results only. */
    boolean talks() {
        return !text.isBlank();
    }
}
