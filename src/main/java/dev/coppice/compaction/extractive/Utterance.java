package dev.coppice.compaction.extractive;

import java.util.List;

/**
 * A message as the summarizer reads it.
 *
 * @param speaker name of the speaker if the message has one, otherwise the role
 * @param day day on which it was sent, such as 2026-11-21, in UTC; empty if unknown
 * @param text text without reasoning and without inputs and outputs of tools
 * @param tools names of the called tools, in order
 */
record Utterance(String role, String speaker, String day, String text, List<String> tools) {
    boolean talks() {
        return !text.isBlank();
    }
}
