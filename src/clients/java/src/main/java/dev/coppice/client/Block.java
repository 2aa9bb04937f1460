package dev.coppice.client;

/**
 * A context block: a section of the system prompt with its current content.
 *
 * @param description null if it has none
 * @param tokens tokens of the content
 * @param maxTokens the most it may have; null for no limit
 * @param writable whether the model can write it
 * @param skill whether it has documents that are loaded by key
 * @param searchable whether it has searchable entries
 */
public record Block(
        String label,
        String description,
        String content,
        long tokens,
        Integer maxTokens,
        boolean writable,
        boolean skill,
        boolean searchable) {

    static Block of(Json json) {
        return new Block(
                json.string("label"),
                json.string("description"),
                json.string("content"),
                json.count("tokens"),
                json.integer("maxTokens"),
                json.flag("writable"),
                json.flag("skill"),
                json.flag("searchable"));
    }
}
