package dev.coppice.format;

import java.util.List;
import java.util.Set;

/**
 * Reads the contents of an item of OpenAI's API that has the type {@code message}. Such an item is normally a message
 * itself. If it has parts or members that OpenAI's API does not have, it is stored as the only part of a message. Pure.
 */
final class MessageItemContents {
    private static final Set<String> OUTPUT_TEXTS = Set.of("output_text", "refusal");

    private MessageItemContents() {}

    /**
     * A part of an item, and its content.
     *
     * @param part the part
     * @param content content of the part
     */
    private record Read(ParsedPart part, Content content) {
        static Read of(ParsedPart part) {
            boolean isKnown = !part.isTool() && part.kind() != PartKind.OTHER;
            return new Read(
                    part,
                    isKnown
                            ? ContentReader.read(part, false).get(0)
                            : new Content.Aside(part.type().isEmpty() ? "unknown" : part.type(), null));
        }

        /** True if OpenAI accepts the part in a message of this role; false if the role is null. */
        boolean isValid(Role role) {
            return role != null
                    && switch (part.kind()) {
                        case TEXT -> role == Role.ASSISTANT
                                ? OUTPUT_TEXTS.contains(part.type())
                                : part.type().equals("input_text");
                        case FILE -> role != Role.ASSISTANT && content.isStoredAs(MessageFormat.OPENAI_RESPONSES);
                        default -> false;
                    };
        }
    }

    /**
     * Returns the contents of an item of type {@code message}. Texts and files that OpenAI's API accepts can be copied
     * verbatim, and so can the whole item if it has no other parts and its role is known. Each other text or file must
     * be written anew. Reasoning stays reasoning. Any other part becomes a {@link Content.Aside} without a source; tool
     * calls and results in such an item are not paired with those of other messages.
     *
     * @param item the item
     * @param json the JSON of the item, as it is copied
     */
    static List<Content> of(ParsedMessage item, byte[] json) {
        var role = Role.of(item.role());
        var read = item.group("content").map(ParsedMessage.Group::parts).orElse(List.of()).stream()
                .map(Read::of)
                .toList();
        boolean isValid = read.stream().allMatch(part -> part.isValid(role));
        var whole = isValid ? new Content.Item(json, read.size()) : null;
        return read.stream()
                .map(part -> part.isValid(role) ? copied(part, whole) : part.content)
                .toList();
    }

    private static Content copied(Read read, Content.Item whole) {
        var source = new Content.Source(MessageFormat.OPENAI_RESPONSES, read.part.json(), whole);
        return read.content instanceof Media media
                ? media.withSource(source)
                : new Content.Text(((Content.Text) read.content).text(), source);
    }
}
