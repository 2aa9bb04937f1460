package dev.coppice.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes a conversation valid for a model, one message after the other: behind calls come their results,
 * before anything else. A call without a result gets one that says that it was interrupted, a result for which no call
 * waits is left out, and so is a message that had nothing else; everything else stays the same, byte for byte. A call at
 * the very end counts as interrupted. A part of the AI SDK's UI is repaired where it stands.
 *
 * <p>Holds the calls that are open, no messages. For one reading of one path.
 */
public final class PairRepair {
    private final List<Diagnostic> diagnostics = new ArrayList<>();

    /** Calls of one turn: nothing but more of them has come since, and then nothing but results. */
    private final OpenCalls<OpenCall> open = new OpenCalls<>();

    /** True while the turn may have calls of one more message: all but OpenAI's chat take parallel calls apart. */
    private boolean calling;

    /** A whole conversation at once. */
    static Repaired of(List<byte[]> messages) {
        var repair = new PairRepair();
        var view = new ArrayList<byte[]>();
        messages.forEach(message -> view.addAll(repair.next(message)));
        view.addAll(repair.end());
        return new Repaired(List.copyOf(view), repair.diagnostics());
    }

    /** @param messages the same arrays, where nothing was repaired */
    record Repaired(List<byte[]> messages, List<Diagnostic> diagnostics) {}

    /** What stands in the view when one message more is read: none, that message, or results before it. */
    public List<byte[]> next(byte[] message) {
        if (open.isEmpty() && !Outline.mayHaveTools(message)) {
            return List.of(message);
        }
        return new Step(message).take();
    }

    /** What stands in the view behind the last message. */
    public List<byte[]> end() {
        return Interruption.messages(interrupted());
    }

    /** What was repaired until now, in the order of finding it. */
    public List<Diagnostic> diagnostics() {
        return List.copyOf(diagnostics);
    }

    private List<OpenCall> interrupted() {
        var calls = open.closeAll();
        calls.forEach(call ->
                diagnostics.add(new Diagnostic(Diagnostic.Kind.CALL_WITHOUT_RESULT, call.messageId(), call.callId())));
        return calls;
    }

    /** One message of the walk. */
    private final class Step {
        private final byte[] message;
        private final Outline outline;
        private final String id;
        private final List<Splice> splices = new ArrayList<>();
        private final Set<PartOutline> dropped = new HashSet<>();

        Step(byte[] message) {
            this.message = message;
            this.outline = Outline.of(message);
            this.id = outline.words().get("id");
        }

        List<byte[]> take() {
            var own = new OpenCalls<OpenCall>();
            int answered = 0;
            var marks = outline.marks();
            for (var mark : marks) {
                if (mark.shape() == ToolShape.UI) {
                    splices.addAll(Interruption.failed(mark.part()));
                    note(Diagnostic.Kind.CALL_WITHOUT_RESULT, mark);
                } else if (!mark.isResult()) {
                    own.open(mark.callId(), call(mark));
                } else if (own.close(mark.callId()).isEmpty()) {
                    if (open.close(mark.callId()).isPresent()) {
                        answered++;
                    } else {
                        drop(mark);
                    }
                }
            }
            var view = new ArrayList<byte[]>();
            var calls = own.closeAll();
            boolean joins = calling && answered == 0 && areParallel(calls);
            if (answered > 0 && isAnswer(marks)) {
                calling = false;
            } else if (!joins) {
                view.addAll(Interruption.messages(putIn(interrupted())));
                calling = calls.stream().noneMatch(call -> call.shape() == ToolShape.CHAT);
            }
            calls.forEach(call -> open.open(call.callId(), call));
            rest().ifPresent(view::add);
            return view;
        }

        private boolean areParallel(List<OpenCall> calls) {
            return !calls.isEmpty()
                    && calls.stream().noneMatch(call -> call.shape() == ToolShape.CHAT || open.isOpen(call.callId()));
        }

        /** True for a message of nothing but results: more of them may follow. */
        private boolean isAnswer(List<ToolMark> marks) {
            int parts = outline.groups().stream()
                    .mapToInt(group -> group.parts().size())
                    .sum();
            return outline.isResult()
                    || (marks.size() == parts && marks.stream().allMatch(ToolMark::isResult));
        }

        private OpenCall call(ToolMark mark) {
            var createdAt = outline.places().get("createdAt");
            return new OpenCall(
                    mark.callId(),
                    mark.tool(),
                    mark.shape(),
                    mark.member(),
                    id,
                    createdAt == null ? null : createdAt.in(message));
        }

        private void note(Diagnostic.Kind kind, ToolMark mark) {
            diagnostics.add(new Diagnostic(kind, id, mark.callId()));
        }

        private void drop(ToolMark orphan) {
            note(Diagnostic.Kind.RESULT_WITHOUT_CALL, orphan);
            dropped.add(orphan.part());
        }

        /** Puts Anthropic's results into the user's message that follows, and gives back the others. */
        private List<OpenCall> putIn(List<OpenCall> calls) {
            var content = outline.places().get("content");
            boolean isUsers = "user".equals(outline.words().get("role"))
                    && !outline.words().containsKey("name")
                    && content != null;
            var split = calls.stream()
                    .collect(Collectors.partitioningBy(call -> isUsers && call.shape() == ToolShape.ANTHROPIC));
            var blocks = split.get(true);
            if (blocks.isEmpty()) {
                return calls;
            }
            var parts = Interruption.parts(blocks);
            if (message[content.from()] == '[') {
                boolean more = outline.group("content").orElseThrow().parts().stream()
                        .anyMatch(part -> !dropped.contains(part));
                splices.add(0, Splice.insert(content.from() + 1, more ? parts + ',' : parts));
            } else if (message[content.from()] == '"') {
                splices.add(Splice.insert(content.from(), '[' + parts + ",{\"type\":\"text\",\"text\":"));
                splices.add(Splice.insert(content.to(), "}]"));
            } else {
                return calls;
            }
            return split.get(false);
        }

        /** The message without what was dropped; empty when nothing is left of it. */
        private Optional<byte[]> rest() {
            if (!dropped.isEmpty() && splices.isEmpty() && isAllDropped()) {
                return Optional.empty();
            }
            outline.groups().forEach(this::cutOut);
            return Optional.of(Splice.apply(message, splices));
        }

        private boolean isAllDropped() {
            boolean hasText = outline.places().containsKey("content")
                    && message[outline.places().get("content").from()] == '"';
            return outline.isResult()
                    || (!hasText
                            && outline.groups().stream()
                                    .flatMap(group -> group.parts().stream())
                                    .allMatch(dropped::contains));
        }

        /** Takes dropped parts out of their array, each with one comma. */
        private void cutOut(Outline.Group group) {
            int kept = -1;
            var parts = group.parts();
            for (int i = 0; i < parts.size(); i++) {
                var place = parts.get(i).place();
                if (!dropped.contains(parts.get(i))) {
                    kept = i;
                } else if (kept >= 0) {
                    splices.add(Splice.of(new Slice(parts.get(i - 1).place().to(), place.to()), ""));
                } else {
                    int to = i + 1 < parts.size() ? parts.get(i + 1).place().from() : place.to();
                    splices.add(Splice.of(new Slice(place.from(), to), ""));
                }
            }
        }
    }
}
