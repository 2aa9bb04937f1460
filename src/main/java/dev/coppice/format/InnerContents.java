package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads an item of OpenAI's API that has the type {@code message}, but is stored as the only part of a message.
 * Normally an item of this type is stored as a message itself. That is not possible for an item with parts or members
 * that OpenAI's API does not have. Pure.
 */
final class InnerContents {
    private InnerContents() {}

    /**
     * Returns the contents of an item of type {@code message} that is stored as the only part of a message. If the role
     * of the item is known, a writer of OpenAI's API can copy the item verbatim: each text and file has the item as its
     * source. If such an item has neither texts nor files, a {@link Content.Aside} with the item as its source comes
     * first. Reasoning stays reasoning. Any other part becomes a {@link Content.Aside} without a source; tool calls and
     * results in such an item are not paired with those of other messages.
     */
    static List<Content> of(ParsedMessage item) {
        var json = item.asPart().json();
        boolean isKnown = Role.of(item.role()) != null;
        var read = new ArrayList<Content>();
        var parts = item.group("content").map(ParsedMessage.Group::parts).orElse(List.of());
        int size = (int) parts.stream().filter(InnerContents::isShown).count();
        var whole = new Content.Item(json.bytes(), size);
        if (size == 0 && isKnown) {
            read.add(new Content.Aside(ResponseItem.MESSAGE, new Content.Source(MessageFormat.OPENAI_RESPONSES, json)));
        }
        for (var part : parts) {
            var source = new Content.Source(MessageFormat.OPENAI_RESPONSES, part.json(), whole);
            if (isShown(part)) {
                ContentReader.read(part, false)
                        .forEach(content -> read.add(isKnown ? ResponseItem.from(content, source, false) : content));
            } else if (part.kind() == PartKind.REASONING) {
                read.addAll(ContentReader.read(part, false));
            } else {
                read.add(new Content.Aside(part.type().isEmpty() ? "unknown" : part.type(), null));
            }
        }
        return read;
    }

    private static boolean isShown(ParsedPart part) {
        return part.kind() == PartKind.TEXT || part.kind() == PartKind.FILE;
    }
}
