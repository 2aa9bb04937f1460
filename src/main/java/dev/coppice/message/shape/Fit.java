package dev.coppice.message.shape;

import java.util.ArrayList;
import java.util.Optional;

/** Takes out of a message what a shape has no place for. A file that cannot be shown is mentioned to the model instead. */
final class Fit {
    private final Shape shape;
    private final Writer writer;
    private final Notes notes;

    Fit(Shape shape, Writer writer, Notes notes) {
        this.shape = shape;
        this.writer = writer;
        this.notes = notes;
    }

    Speech of(Speech speech) {
        var kept = speech.parts().stream()
                .flatMap(part -> fitted(speech, part).stream())
                .toList();
        if (speech.parts().stream().allMatch(Fit::isNothing)) {
            notes.empty(speech.id());
        }
        boolean says = kept.stream().anyMatch(Part.Text.class::isInstance);
        return speech.role() == Role.SYSTEM && says && !writer.hasSystem()
                ? told(speech.with(kept))
                : speech.with(kept);
    }

    private static boolean isNothing(Part part) {
        return part instanceof Part.Step
                || part instanceof Part.Text text && text.text().isBlank();
    }

    /** Results of a tool may stand in a system message; they are nothing that the user tells. */
    private Speech told(Speech system) {
        notes.roleChanged(system.id(), "a system message between others is the user's, in <system>");
        return system.with(system.parts().stream()
                        .map(part -> part instanceof Part.Text text
                                ? new Part.Text("<system>\n" + text.text() + "\n</system>")
                                : part)
                        .toList())
                .by(Role.USER);
    }

    private Optional<Part> fitted(Speech speech, Part part) {
        if (part instanceof Part.Text text) {
            return fitted(speech, text);
        } else if (part instanceof Media media) {
            return fitted(speech, media);
        } else if (part instanceof Part.Reasoning reasoning) {
            if (speech.role() == Role.ASSISTANT && writer.takes(reasoning)) {
                return Optional.of(part);
            }
            notes.reasoning(speech.id());
            return Optional.empty();
        } else if (part instanceof Part.Aside aside) {
            boolean shown = speech.role() != Role.TOOL && writer.takes(aside);
            return shown ? Optional.of(part) : leftOut(speech, null, aside.type());
        } else if (part instanceof Part.Call call && speech.role() != Role.ASSISTANT) {
            return leftOut(speech, call.id(), "a call that no assistant made");
        }
        return Optional.of(part instanceof Part.Result result ? fitting(speech, result) : part);
    }

    private Optional<Part> leftOut(Speech speech, String callId, String what) {
        notes.leftOut(speech.id(), callId, what);
        return Optional.empty();
    }

    /** A blank text says nothing, and most providers refuse it. */
    private Optional<Part> fitted(Speech speech, Part.Text text) {
        if (text.text().isBlank()) {
            return Optional.empty();
        }
        return speech.role() == Role.TOOL ? leftOut(speech, null, "text of a tool without a call") : Optional.of(text);
    }

    private Optional<Part> fitted(Speech speech, Media media) {
        if (speech.role() != Role.TOOL && writer.takes(speech.role(), media)) {
            return Optional.of(fitting(media));
        }
        notes.leftOut(speech.id(), null, media.mention());
        // What a model is said to have said, it says again: only a user mentions it.
        return speech.role() == Role.USER ? Optional.of(new Part.Text(media.mention())) : Optional.empty();
    }

    /** What another shape knew of it stays behind. */
    private Media fitting(Media media) {
        return media.isStoredAs(shape) ? media : new Media(media.type(), media.url(), media.data(), media.name(), null);
    }

    private Part fitting(Speech speech, Part.Result result) {
        boolean whole = true;
        var output = new ArrayList<Part>();
        for (var part : result.output()) {
            if (part instanceof Media media && !writer.takesInResult(media, result.failed())) {
                notes.leftOut(speech.id(), result.callId(), media.mention());
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
