package dev.coppice.context;

/**
 * An entry as the model writes it; its key is made of its title or its content ({@link EntryKeys}).
 *
 * @param title or null
 * @param description or null, then it is the title
 */
public record EntryDraft(String title, String description, String content) {}
