package dev.coppice.compaction.extractive;

import java.util.List;

/**
 * A message, as a summary sees it.
 *
 * @param speaker a name, where the message has one, else the role
 * @param day on which it was sent, as 2026-11-21, in UTC; empty when the message does not say
 * @param text what was said, without what was thought and what tools got and gave
 * @param tools that were called, by name, in their order
 */
record Utterance(String role, String speaker, String day, String text, List<String> tools) {
    boolean talks() {
        return !text.isBlank();
    }
}
