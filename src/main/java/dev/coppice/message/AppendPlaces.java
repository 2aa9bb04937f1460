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
 * The places in the tree where the messages of one append are inserted. The stored parents are read before the first
 * message is inserted: a later query would flush the inserts, so that they would no longer be one JDBC batch. For one
 * transaction; not thread-safe.
 */
final class AppendPlaces {
    private final InsertPoints insertPoints;
    private final TreeReader reader;

    /** For each stored parent and each inserted message: the place below it, by the message's id. */
    private final Map<String, InsertPoint> belowMessages = new HashMap<>();

    /** Positions of rows directly after which this append has inserted a row of the same branch. */
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
     * Reads the stored parents that the request names for single messages. Throws 404 {@code unknown-parent} with a
     * JSON pointer to the parent, if the parent is not stored and does not precede the message in the request.
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

    /**
     * Returns the place below a parent that the request names and that is not a message of the request. Throws 404
     * {@code unknown-parent} with a JSON pointer to the parent if it does not exist.
     *
     * @param index index of the child in the request
     */
    private InsertPoint find(int index, Parent parent) {
        try {
            return insertPoints.of(parent);
        } catch (Problem problem) {
            throw Problem.at("/entries/" + index + "/parentId", Code.UNKNOWN_PARENT, problem.getMessage());
        }
    }

    /**
     * Returns the place of the next message. Throws 404 {@code unknown-parent} if the parent is not stored and does not
     * precede the message in the request.
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

    /** Chooses the place below a stored message as the place of the next message. */
    void moveBelow(MessageRow row) {
        existing = row;
    }

    /**
     * Records that a message was inserted at a place. If the request names no parent for the next message, that one is
     * inserted below this message.
     *
     * @param row the inserted row
     */
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

    /**
     * Returns the place, changed if necessary so that the next message begins a branch: if this append has already
     * inserted the next row of the parent's branch.
     */
    private InsertPoint branching(InsertPoint place) {
        var above = place.above();
        return above != null && continued.contains(new Position(above.branch(), above.depth()))
                ? InsertPoint.under(above.inherited())
                : place;
    }
}
