package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageBody;
import dev.coppice.message.Append.Parent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The places where the messages of one append are inserted. Each stored parent is read once, before the first message is
 * inserted: a query afterwards would flush the inserts, which would then be no single batch. For one transaction; not
 * thread-safe.
 */
final class AppendPlaces {
    private final InsertPoints insertPoints;
    private final TreeReader reader;

    /** Places below stored parents and below inserted messages, by the id of the message. */
    private final Map<String, InsertPoint> belowMessages = new HashMap<>();

    /** Rows after which this append has inserted the next row of the branch. */
    private final Set<Position> continued = new HashSet<>();

    private InsertPoint current;
    private MessageRow existing;

    /**
     * Creates the places of an append. Throws 404 {@code unknown-parent} if the parent does not exist.
     *
     * @param parent parent of the first message, unless the request names another one for it
     */
    AppendPlaces(InsertPoints insertPoints, TreeReader reader, Parent parent) {
        this.insertPoints = insertPoints;
        this.reader = reader;
        this.current = insertPoints.of(parent);
    }

    /**
     * Reads the stored parents that the request names for single messages. Throws 404 {@code unknown-parent} with the
     * pointer of the parent, if it neither is stored nor precedes the message in the request.
     */
    void findParents(Append append) {
        var sent = append.messages().stream()
                .filter(message -> message.id() != null && !message.isReserved())
                .map(MessageBody::id)
                .collect(Collectors.toSet());
        var ids = append.parents().values().stream().map(Parent::id).filter(Objects::nonNull);
        var stored = reader.findAll(ids.collect(Collectors.toSet()));
        append.parents().forEach((index, parent) -> {
            var row = stored.get(parent.id());
            if (row != null) {
                belowMessages.computeIfAbsent(parent.id(), id -> insertPoints.under(row));
            } else if (parent.id() != null && !sent.contains(parent.id())) {
                belowMessages.computeIfAbsent(parent.id(), id -> find(index, parent));
            }
        });
    }

    /** Returns the place below a summary. Throws 404 {@code unknown-parent} with a pointer if there is none. */
    private InsertPoint find(int index, Parent parent) {
        try {
            return insertPoints.of(parent);
        } catch (Problem problem) {
            throw Problem.at("/entries/" + index + "/parentId", Code.UNKNOWN_PARENT, problem.getMessage());
        }
    }

    /**
     * Returns the place of the next message. Throws 404 {@code unknown-parent} if the parent neither is stored nor precedes the message.
     *
     * @param parent the parent that the request names for the message; null if the message follows the one before it
     */
    InsertPoint place(Parent parent) {
        if (parent == null) {
            return current();
        }
        if (!parent.root() && !belowMessages.containsKey(parent.id())) {
            throw new Problem(Code.UNKNOWN_PARENT, "No message with the parent's id precedes the message.");
        }
        return parent.root() ? InsertPoint.ROOT : branching(belowMessages.get(parent.id()));
    }

    /** Sets the place of the next message below a stored message of the request. */
    void moveBelow(MessageRow row) {
        existing = row;
    }

    /** Records that a message was inserted at a place. The next message follows it, unless the request says otherwise. */
    void inserted(Message row, InsertPoint place) {
        existing = null;
        if (place.isContinuedBy(row.position())) {
            continued.add(new Position(place.above().branch(), place.above().depth()));
        }
        current = place.after(row);
        belowMessages.put(row.id(), current);
    }

    /** Returns the place below the last message of the request so far. */
    InsertPoint current() {
        if (existing != null) {
            var row = existing;
            current = belowMessages.computeIfAbsent(row.id(), id -> insertPoints.under(row));
            existing = null;
        }
        return branching(current);
    }

    /** Returns the place; if this append has inserted the row after its parent, the next message begins a branch. */
    private InsertPoint branching(InsertPoint place) {
        var above = place.above();
        return above != null && continued.contains(new Position(above.branch(), above.depth()))
                ? InsertPoint.under(above.inherited())
                : place;
    }
}
