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
 * Finds, for each message of one append request, the place in the tree where it is inserted. Stored messages that the
 * request names as parents are read before the first message is inserted. A query after that would flush the inserts
 * made so far, and the database would get them as many small JDBC batches. For one transaction; not thread-safe.
 */
final class AppendPlaces {
    private final InsertPoints insertPoints;
    private final TreeReader reader;

    /**
     * The place where the next child of a parent is inserted, by the parent's message id. Contains parents that were
     * stored before, and the messages that this append has inserted.
     */
    private final Map<String, InsertPoint> belowMessages = new HashMap<>();

    /**
     * Positions of the parents below which this append has inserted a row on the parent's own branch. A further child
     * of such a parent must begin a new branch.
     */
    private final Set<Position> continued = new HashSet<>();

    private InsertPoint current;
    private MessageRow existing;

    /**
     * Prepares to find the places for the messages of one append request. Throws 404 {@code unknown-parent} if the
     * parent does not exist.
     *
     * @param parent parent of the first message, unless the request names another one for it
     */
    AppendPlaces(InsertPoints insertPoints, TreeReader reader, Parent parent) {
        this.insertPoints = insertPoints;
        this.reader = reader;
        this.current = insertPoints.of(parent);
    }

    /**
     * Reads the rows of those parents that {@code append} names for individual messages and that are stored already.
     * Throws 404 {@code unknown-parent} with a JSON pointer such as {@code /entries/3/parentId} if a parent is neither
     * stored nor a message of the request.
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
     * @param index index in the request of the message that names the parent, from 0
     */
    private InsertPoint find(int index, Parent parent) {
        try {
            return insertPoints.of(parent);
        } catch (Problem problem) {
            throw Problem.at("/entries/" + index + "/parentId", Code.UNKNOWN_PARENT, problem.getMessage());
        }
    }

    /**
     * Returns the place where the next message of the request is inserted. Throws 404 {@code unknown-parent} if its
     * parent is neither stored nor an earlier message of the request.
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

    /**
     * Chooses a stored message as the parent of the next message of the request, unless the request names another one.
     */
    void moveBelow(MessageRow row) {
        existing = row;
    }

    /**
     * Records that a message was inserted. The next message of the request becomes its child, unless the request names
     * another parent.
     *
     * @param row the row of the inserted message
     * @param place where it was inserted
     */
    void inserted(Message row, InsertPoint place) {
        existing = null;
        if (place.isContinuedBy(row.position())) {
            continued.add(new Position(place.above().branch(), place.above().depth()));
        }
        current = place.after(row);
        belowMessages.put(row.id(), current);
    }

    /**
     * Returns the place below the last message that was inserted or was chosen as a parent by
     * {@link #moveBelow}. Before the first such message, returns the place below the parent that was given to the
     * constructor.
     */
    InsertPoint current() {
        if (existing != null) {
            var row = existing;
            current = belowMessages.computeIfAbsent(row.id(), id -> insertPoints.under(row));
            existing = null;
        }
        return branching(current);
    }

    /**
     * Returns {@code place}. But if this append has already inserted a child of the same parent on the parent's own
     * branch, returns a place below this parent at which a new branch begins.
     */
    private InsertPoint branching(InsertPoint place) {
        var above = place.above();
        return above != null && continued.contains(new Position(above.branch(), above.depth()))
                ? InsertPoint.under(above.inherited())
                : place;
    }
}
