package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads an item of OpenAI's API that has the type {@code message}, but is stored as the only part of another message.
 * Normally an item of this type is stored as a message itself. That is not possible for an item with parts or members
 * that OpenAI's API does not have. Pure.
 */
final class InnerContents {
    private InnerContents() {}

    /**
     * Returns the content of an item of type {@code message} that is stored as the only part of a message. Texts and
     * files refer to the item as their source, so that a writer of OpenAI's API can copy the item verbatim; they do not
     * if the role of the item is unknown. Parts about tools become {@link Content.Aside}, because their calls and
     * results are not paired with those of other messages. An item without texts and files becomes one
     * {@link Content.Aside} with the item as its source, followed by its reasoning.
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
