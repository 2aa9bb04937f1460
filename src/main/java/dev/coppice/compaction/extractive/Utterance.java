package dev.coppice.compaction.extractive;

import java.util.List;

/**
 * A message as the summarizer reads it.
 *
 * @param speaker the name of the speaker if the message has one, else the role
 * @param day on which it was sent, such as 2026-11-21, in UTC; empty when unknown
 * @param text what was said, without reasoning, inputs and outputs of tools
 * @param tools names of the called tools, in their order
 */
record Utterance(String role, String speaker, String day, String text, List<String> tools) {
    boolean talks() {
        return !text.isBlank();
    }
}
