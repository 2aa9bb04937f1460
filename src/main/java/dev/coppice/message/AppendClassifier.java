package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.format.MessageBody;
import dev.coppice.message.Append.OnExisting;
import dev.coppice.message.Append.Parent;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import jakarta.persistence.EntityManager;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares the messages of one append with the stored ones that have the same ids, to find out which must be written.
 * Writes nothing. For one transaction; not thread-safe.
 */
final class AppendClassifier {
    private static final String TRIMMED = "trimmed";
    private static final String KEPT = "kept";

    private final EntityManager em;
    private final SessionName name;
    private final Session session;
    private final TreeReader reader;
    private final Settings settings;

    AppendClassifier(EntityManager em, SessionName name, Session session, TreeReader reader, Settings settings) {
        this.em = em;
        this.name = name;
        this.session = session;
        this.reader = reader;
        this.settings = settings;
    }

    /**
     * Divides the messages of a request into new, existing and skipped ones. An existing message with the same value is
     * not written again. If the values differ, {@link Append#onExisting} decides. Summaries that a client sends back
     * are skipped. Messages that the limit {@code maxMessages} has removed from the session are skipped too, because
     * the client may send its whole conversation. If this limit has removed any message from the session, a message of
     * the request counts as removed if it has an id of the client and comes before the first message of the request
     * that is still stored, in an append at the leaf that names no other parent. Throws 409 {@code message-exists} if
     * an existing message has another value and {@code onExisting} is {@code REJECT}, or if the request contains two
     * messages with the same id and different values. Throws 413 {@code too-large} if a message is too large.
     *
     * @param isNew true if it is known that no message of the request is stored yet; saves the query for stored
     *     messages
     */
    AppendBatch classify(Append append, boolean isNew) {
        var messages = append.messages();
        var batch = new AppendBatch(name);
        var stored = isNew ? Map.<String, MessageRow>of() : reader.findAll(ids(messages));
        var inRequest = new HashMap<String, Sent>();
        boolean isBeyondRetention = session.isTrimmed()
                && append.parent().isLeaf()
                && !append.isTree()
                && messages.stream().anyMatch(message -> stored.containsKey(message.id()));
        for (int i = 0; i < messages.size(); i++) {
            var message = messages.get(i);
            var parent = append.parents().get(i);
            message.checkSize(settings.messageMaxBytes());
            isBeyondRetention = isBeyondRetention && !stored.containsKey(message.id());
            if (message.isReserved()) {
                batch.addSkipped(message.id(), Appended.Item.SYNTHETIC);
            } else if (message.id() == null) {
                batch.addNew(message, message.fingerprint(), parent);
            } else if (isBeyondRetention && !append.newIds().contains(message.id())) {
                batch.addSkipped(message.id(), TRIMMED);
            } else {
                var sent = new Sent(message, message.fingerprint(), parent);
                addOnce(sent, stored.get(message.id()), inRequest, batch, append.onExisting());
            }
        }
        return batch;
    }

    /**
     * A message of the request, with the parent that the request names for it.
     *
     * @param fingerprint SHA-256 fingerprint of the message
     * @param parent null if the request names no parent for this message
     */
    private record Sent(MessageBody message, byte[] fingerprint, Parent parent) {
        /** True if both messages have the same value and the same time, or both have no time. */
        boolean hasValueOf(Sent other) {
            return Objects.equals(message.createdAt(), other.message.createdAt())
                    && Arrays.equals(fingerprint, other.fingerprint);
        }
    }

    private static Set<String> ids(List<MessageBody> messages) {
        return messages.stream()
                .filter(message -> message.id() != null && !message.isReserved())
                .map(MessageBody::id)
                .collect(Collectors.toSet());
    }

    /**
     * Adds a message of the request that has an id to {@code batch}. A second message with the same id, value and time
     * in the request is ignored. Throws 409 {@code message-exists} if the second one has another value or another time,
     * or if only one of the two has a time. Throws the same error if the stored message has another value and
     * {@code onExisting} is {@code REJECT}.
     *
     * @param existing the stored message with this id; null if there is none
     * @param inRequest the request's messages so far, by id; this method adds the message
     */
    private void addOnce(
            Sent sent, MessageRow existing, Map<String, Sent> inRequest, AppendBatch batch, OnExisting onExisting) {
        var message = sent.message();
        var earlier = inRequest.putIfAbsent(message.id(), sent);
        if (earlier != null) {
            if (!earlier.hasValueOf(sent)) {
                throw alreadyExists(message.id());
            }
        } else if (existing == null) {
            batch.addNew(message, sent.fingerprint(), sent.parent());
        } else if (isSame(existing, sent, onExisting)) {
            batch.addExisting(existing, null, reader, sent.parent());
        } else {
            switch (onExisting) {
                case REJECT -> throw alreadyExists(message.id());
                case KEEP -> batch.addExisting(existing, KEPT, reader, sent.parent());
                case REPLACE -> batch.addReplacement(existing, message, reader, sent.parent());
            }
        }
    }

    /**
     * True if the request's message counts as equal to the stored one, so that it is not written. It may equal the
     * message as stored now, or as a client first sent it. If {@code onExisting} is {@code REPLACE} and the stored
     * message was updated, only the message as stored now counts: otherwise a request could not restore the first
     * value.
     */
    private boolean isSame(MessageRow existing, Sent sent, OnExisting onExisting) {
        var message = sent.message();
        if (message.hasTime() && !Objects.equals(message.createdAt(), existing.createdAt())) {
            return false;
        }
        boolean mayEqualFirst = onExisting != OnExisting.REPLACE || existing.version() == 1;
        if (mayEqualFirst && wasSentAs(existing.position(), sent.fingerprint())) {
            return true;
        }
        var stored = reader.rows.bodies(List.of(existing.position())).get(existing.position());
        return Arrays.equals(MessageBody.of(stored).fingerprint(), sent.fingerprint());
    }

    /**
     * True if a client first sent the message at a position with this fingerprint. Selects one column, because an
     * entity would keep the message's body in memory until the transaction ends.
     */
    private boolean wasSentAs(Position position, byte[] fingerprint) {
        return em
                .createQuery("select m.sent from Message m where m.position = :position", byte[].class)
                .setParameter("position", position)
                .getResultList()
                .stream()
                .anyMatch(first -> Arrays.equals(first, fingerprint));
    }

    private static Problem alreadyExists(String id) {
        return new Problem(Code.MESSAGE_EXISTS, "A message with the id " + id + " and another value exists.");
    }
}
