package dev.coppice.format;

import java.util.ArrayList;
import java.util.Optional;

/** Takes out of a message what a shape has no place for. A file that cannot be shown is mentioned to the model instead. */
final class ContentFilter {
    private final MessageFormat messageFormat;
    private final FormatWriter formatWriter;
    private final Diagnostics diagnostics;

    ContentFilter(MessageFormat messageFormat, FormatWriter formatWriter, Diagnostics diagnostics) {
        this.messageFormat = messageFormat;
        this.formatWriter = formatWriter;
        this.diagnostics = diagnostics;
    }

    ParsedMessage of(ParsedMessage parsedMessage) {
        var kept = parsedMessage.parts().stream()
                .flatMap(part -> fitted(parsedMessage, part).stream())
                .toList();
        if (parsedMessage.parts().stream().allMatch(ContentFilter::isNothing)) {
            diagnostics.empty(parsedMessage.id());
        }
        boolean says = kept.stream().anyMatch(Part.Text.class::isInstance);
        return parsedMessage.role() == Role.SYSTEM && says && !formatWriter.hasSystem()
                ? told(parsedMessage.with(kept))
                : parsedMessage.with(kept);
    }

    private static boolean isNothing(Part part) {
        return part instanceof Part.Step
                || part instanceof Part.Text text && text.text().isBlank();
    }

    /** Results of a tool may stand in a system message; they are nothing that the user tells. */
    private ParsedMessage told(ParsedMessage system) {
        diagnostics.roleChanged(system.id(), "a system message between others is the user's, in <system>");
        return system.with(system.parts().stream()
                        .map(part -> part instanceof Part.Text text
                                ? new Part.Text("<system>\n" + text.text() + "\n</system>")
                                : part)
                        .toList())
                .by(Role.USER);
    }

    private Optional<Part> fitted(ParsedMessage parsedMessage, Part part) {
        if (part instanceof Part.Text text) {
            return fitted(parsedMessage, text);
        } else if (part instanceof Media media) {
            return fitted(parsedMessage, media);
        } else if (part instanceof Part.Reasoning reasoning) {
            if (parsedMessage.role() == Role.ASSISTANT && formatWriter.takes(reasoning)) {
                return Optional.of(part);
            }
            diagnostics.reasoning(parsedMessage.id());
            return Optional.empty();
        } else if (part instanceof Part.Aside aside) {
            boolean shown = parsedMessage.role() != Role.TOOL && formatWriter.takes(aside);
            return shown ? Optional.of(part) : leftOut(parsedMessage, null, aside.type());
        } else if (part instanceof Part.Call call && parsedMessage.role() != Role.ASSISTANT) {
            return leftOut(parsedMessage, call.id(), "a call that no assistant made");
        }
        return Optional.of(part instanceof Part.Result result ? fitting(parsedMessage, result) : part);
    }

    private Optional<Part> leftOut(ParsedMessage parsedMessage, String callId, String what) {
        diagnostics.leftOut(parsedMessage.id(), callId, what);
        return Optional.empty();
    }

    /** A blank text says nothing, and most providers refuse it. */
    private Optional<Part> fitted(ParsedMessage parsedMessage, Part.Text text) {
        if (text.text().isBlank()) {
            return Optional.empty();
        }
        return parsedMessage.role() == Role.TOOL
                ? leftOut(parsedMessage, null, "text of a tool without a call")
                : Optional.of(text);
    }

    private Optional<Part> fitted(ParsedMessage parsedMessage, Media media) {
        if (parsedMessage.role() != Role.TOOL && formatWriter.takes(parsedMessage.role(), media)) {
            return Optional.of(fitting(media));
        }
        diagnostics.leftOut(parsedMessage.id(), null, media.mention());
        // What a model is said to have said, it says again: only a user mentions it.
        return parsedMessage.role() == Role.USER ? Optional.of(new Part.Text(media.mention())) : Optional.empty();
    }

    /** What another shape knew of it stays behind. */
    private Media fitting(Media media) {
        return media.isStoredAs(messageFormat)
                ? media
                : new Media(media.type(), media.url(), media.data(), media.name(), null);
    }

    private Part fitting(ParsedMessage parsedMessage, Part.Result result) {
        boolean whole = true;
        var output = new ArrayList<Part>();
        for (var part : result.output()) {
            if (part instanceof Media media && !formatWriter.takesInResult(media, result.failed())) {
                diagnostics.leftOut(parsedMessage.id(), result.callId(), media.mention());
                output.add(new Part.Text(media.mention()));
                whole = false;
            } else if (part instanceof Part.Text text && text.text().isBlank()) {
                whole = false;
            } else {
                output.add(part instanceof Media media ? fitting(media) : part);
            }
        }
        return new Part.Result(result.callId(), output, result.failed(), whole ? result.source() : null);
    }
}
