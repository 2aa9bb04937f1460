package dev.coppice.format;

import java.util.ArrayList;
import java.util.Optional;

/**
 * Prepares messages for their conversion to one format: removes the content that the format cannot represent, and
 * reports each removal as a {@link Diagnostic}. A file in a user message or in a tool's output is replaced by a text
 * that mentions the file, for example {@code [image (image/png) left out]}. A file in any other message is removed
 * without such a text. Blank texts are always removed; this is reported only if the message contains nothing else. If
 * {@link FormatWriter#hasSystem} is false, each system message with a text becomes a user message. For one
 * conversation; not thread-safe.
 */
final class ContentFilter {
    private final MessageFormat format;
    private final FormatWriter writer;
    private final Diagnostics diagnostics;

    ContentFilter(MessageFormat format, FormatWriter writer, Diagnostics diagnostics) {
        this.format = format;
        this.writer = writer;
        this.diagnostics = diagnostics;
    }

    /**
     * Returns the message with only the content that the format can represent. The message has no content if the format
     * can represent none of it. If {@link FormatWriter#hasSystem} is false, a system message with a text becomes a user
     * message.
     */
    ModelMessage filter(ModelMessage message) {
        var kept = new ArrayList<Content>();
        boolean isEmpty = true;
        boolean isUnchanged = true;
        boolean hasText = false;
        for (var content : message.contents()) { // a loop, because this is called for each message of a turn
            isEmpty = isEmpty && isNothing(content);
            var result = filtered(message, content).orElse(null);
            isUnchanged = isUnchanged && result == content;
            if (result != null) {
                hasText = hasText || result instanceof Content.Text;
                kept.add(result);
            }
        }
        if (isEmpty) {
            diagnostics.emptyMessage(message.id());
        }
        var valid = isUnchanged ? message : message.with(kept);
        return message.role() == Role.SYSTEM && hasText && !writer.hasSystem() ? asUser(valid) : valid;
    }

    private static boolean isNothing(Content content) {
        return content instanceof Content.Step
                || content instanceof Content.Text text && text.text().isBlank();
    }

    /**
     * Converts a system message to a user message with the same texts in {@code <system>} tags. The message must
     * contain a text.
     */
    private ModelMessage asUser(ModelMessage system) {
        diagnostics.roleChanged(system.id(), "a system message between others is the user's, in <system>");
        return system.with(system.contents().stream()
                        .map(content -> content instanceof Content.Text text
                                ? new Content.Text("<system>\n" + text.text() + "\n</system>")
                                : content)
                        .toList())
                .by(Role.USER);
    }

    private Optional<Content> filtered(ModelMessage message, Content content) {
        if (content instanceof Content.Text text) {
            return filtered(message, text);
        } else if (content instanceof Media media) {
            return filtered(message, media);
        } else if (content instanceof Content.Reasoning reasoning) {
            if (message.role() == Role.ASSISTANT && writer.takes(reasoning)) {
                return Optional.of(content);
            }
            diagnostics.reasoningLeftOut(message.id());
            return Optional.empty();
        } else if (content instanceof Content.Aside aside) {
            boolean isItem = aside.source() != null && aside.source().item() != null;
            boolean isKept = writer.takes(aside) && (message.role() != Role.TOOL || isItem);
            return isKept ? Optional.of(content) : leaveOut(message, null, aside.type());
        } else if (content instanceof Content.Call call && message.role() != Role.ASSISTANT) {
            return leaveOut(message, call.id(), "a call that no assistant made");
        }
        return Optional.of(content instanceof Content.Result result ? filtered(message, result) : content);
    }

    private Optional<Content> leaveOut(ModelMessage message, String callId, String detail) {
        diagnostics.partLeftOut(message.id(), callId, detail);
        return Optional.empty();
    }

    /**
     * Returns the text if it can be sent to the model, otherwise empty. A blank text is left out because most providers
     * refuse it. In a message of the role {@code tool}, a text outside of a tool result is left out because it answers
     * no call.
     */
    private Optional<Content> filtered(ModelMessage message, Content.Text text) {
        if (text.text().isBlank()) {
            return Optional.empty();
        }
        return message.role() == Role.TOOL
                ? leaveOut(message, null, "text of a tool without a call")
                : Optional.of(text);
    }

    private Optional<Content> filtered(ModelMessage message, Media media) {
        if (message.role() != Role.TOOL && writer.takes(message.role(), media)) {
            return Optional.of(withoutForeignSource(media));
        }
        diagnostics.partLeftOut(message.id(), null, media.mention());
        // Only a file of a user is replaced by a text. In an assistant's message the model would imitate such a text.
        return message.role() == Role.USER ? Optional.of(new Content.Text(media.mention())) : Optional.empty();
    }

    private Media withoutForeignSource(Media media) {
        return media.isStoredAs(format) ? media : media.withSource(null);
    }

    private Content filtered(ModelMessage message, Content.Result result) {
        boolean isUnchanged = true;
        var output = new ArrayList<Content>();
        for (var content : result.output()) {
            if (content instanceof Media media && !writer.takesInResult(media, result.failed())) {
                diagnostics.partLeftOut(message.id(), result.callId(), media.mention());
                output.add(new Content.Text(media.mention()));
                isUnchanged = false;
            } else if (content instanceof Content.Text text && text.text().isBlank()) {
                isUnchanged = false;
            } else {
                output.add(content instanceof Media media ? withoutForeignSource(media) : content);
            }
        }
        var source = isUnchanged ? result.source() : null;
        return new Content.Result(result.callId(), output, result.failed(), result.isCustom(), source);
    }
}
