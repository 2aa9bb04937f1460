package dev.coppice.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects the changes to the bytes of one message while {@link PairRepair} repairs the message. Not thread-safe. */
final class MessageRepair {
    private final byte[] bytes;
    private final ParsedMessage message;
    private final List<ToolMark> marks;
    private final List<Diagnostic> diagnostics;
    private final List<Splice> splices = new ArrayList<>();
    private final Set<ParsedPart> dropped = new HashSet<>();

    /**
     * Starts the repair of one message.
     *
     * @param bytes the message as a JSON object
     * @param diagnostics list to which each repair is added
     */
    MessageRepair(byte[] bytes, List<Diagnostic> diagnostics) {
        this.bytes = bytes;
        this.message = ParsedMessage.of(bytes);
        this.marks = ToolMark.of(message);
        this.diagnostics = diagnostics;
    }

    List<ToolMark> marks() {
        return marks;
    }

    /** Returns a tool call of this message with the values that are needed to create a result for it. */
    OpenCall call(ToolMark mark) {
        return new OpenCall(
                mark.callId(),
                mark.tool(),
                mark.format(),
                mark.part().type(),
                mark.member(),
                message.id(),
                message.members().get("createdAt"));
    }

    /**
     * True if the message contains nothing but tool results. The next message may then contain results of other calls
     * that precede this message.
     */
    boolean hasOnlyResults() {
        int parts = message.groups().stream()
                .mapToInt(group -> group.parts().size())
                .sum();
        return message.answeredCallId() != null
                || (marks.size() == parts && marks.stream().allMatch(ToolMark::isResult));
    }

    /**
     * True if the message is an item of OpenAI's Responses API from a model or a tool, but neither a call nor the
     * result of a function or custom tool. Such an item may come between the parallel calls of one response. So calls
     * before it still wait for their results.
     */
    boolean isItemBetweenCalls() {
        return marks.stream().allMatch(mark -> mark.isOfClient() && mark.isResult())
                && (ResponseItem.partOf(message) != null
                        || ResponseItem.isMessage(message) && Role.of(message.role()) == Role.ASSISTANT);
    }

    /**
     * Turns a call without output into a failed call with the error {@link Interruption#TEXT}, and reports this.
     *
     * @param waiting a UI part of the AI SDK that contains the call, and in which the output is missing
     */
    void fail(ToolMark waiting) {
        splices.addAll(Interruption.failed(waiting.part()));
        note(Diagnostic.Kind.CALL_WITHOUT_RESULT, waiting);
    }

    /**
     * Removes a tool result from the message and reports this. The result is one for which no waiting call was found.
     *
     * @param orphan the tool result
     */
    void drop(ToolMark orphan) {
        note(Diagnostic.Kind.RESULT_WITHOUT_CALL, orphan);
        dropped.add(orphan.part());
    }

    private void note(Diagnostic.Kind kind, ToolMark mark) {
        diagnostics.add(new Diagnostic(kind, message.id(), mark.callId()));
    }

    /**
     * Inserts results for interrupted tool calls at the beginning of this message. Works only for calls in Anthropic's
     * format, and only if this is a user message that has no member {@code name}, and whose {@code content} is an array
     * or a string. Returns the calls for which nothing was inserted; their results need messages of their own.
     *
     * @param interrupted calls of earlier messages that have no result
     */
    List<OpenCall> insert(List<OpenCall> interrupted) {
        var content = message.members().get("content");
        boolean isUsers = message.role().equals("user") && message.name() == null && content != null;
        var split = interrupted.stream()
                .collect(Collectors.partitioningBy(call -> isUsers && call.format() == MessageFormat.ANTHROPIC));
        if (split.get(true).isEmpty()) {
            return interrupted;
        }
        var parts = Interruption.parts(split.get(true));
        if (content.isArray()) {
            boolean isFollowed =
                    message.group("content").orElseThrow().parts().stream().anyMatch(part -> !dropped.contains(part));
            splices.add(0, Splice.insert(content.from() + 1, isFollowed ? parts + ',' : parts));
        } else if (content.isString()) {
            splices.add(Splice.insert(content.from(), '[' + parts + ",{\"type\":\"text\",\"text\":"));
            splices.add(Splice.insert(content.to(), "}]"));
        } else {
            return interrupted;
        }
        return split.get(false);
    }

    /**
     * Returns the message as JSON with all changes; the same array if nothing has changed. Empty if the changes remove
     * all of its content, so that the message must be left out.
     */
    Optional<byte[]> repaired() {
        if (!dropped.isEmpty() && splices.isEmpty() && isAllDropped()) {
            return Optional.empty();
        }
        message.groups().forEach(this::cutOut);
        return Optional.of(Splice.apply(bytes, splices));
    }

    private boolean isAllDropped() {
        var content = message.members().get("content");
        boolean hasText = content != null && content.isString();
        return message.answeredCallId() != null
                || (!hasText
                        && message.groups().stream()
                                .flatMap(group -> group.parts().stream())
                                .allMatch(dropped::contains));
    }

    /**
     * Removes the parts that are marked for removal from an array of the message. Also removes one comma beside each.
     */
    private void cutOut(ParsedMessage.Group group) {
        int kept = -1;
        var parts = group.parts();
        for (int i = 0; i < parts.size(); i++) {
            var json = parts.get(i).json();
            if (!dropped.contains(parts.get(i))) {
                kept = i;
            } else if (kept >= 0) {
                splices.add(Splice.remove(parts.get(i - 1).json().to(), json.to()));
            } else {
                int to = i + 1 < parts.size() ? parts.get(i + 1).json().from() : json.to();
                splices.add(Splice.remove(json.from(), to));
            }
        }
    }
}
