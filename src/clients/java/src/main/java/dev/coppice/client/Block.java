package dev.coppice.client;

/**
 * A context block: a section of the system prompt, with its current content.
 *
 * @param label name of the block, unique in the session
 * @param description description of the block for the model; null if there is none
 * @param content the content that the system prompt shows
 * @param tokens number of tokens of the content
 * @param maxTokens maximum number of tokens of the content; null for no limit
 * @param writable true if the model can write the block
 * @param skill true if the block consists of documents that the model loads by their keys
 * @param searchable true if the block consists of entries that the model can search
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
