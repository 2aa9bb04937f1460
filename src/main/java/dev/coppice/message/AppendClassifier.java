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
    private static final String SYNTHETIC = "synthetic";
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
     * the request counts as removed if it has an id and comes before the first message of the request that is still
     * stored, in an append at the leaf that names no other parent. Throws 409 {@code message-exists} if an existing
     * message has another value and {@code onExisting} is {@code REJECT}, or if the request contains two messages with
     * the same id and different values. Throws 413 {@code too-large} if a message is too large.
     *
     * @param isNew true if it is known that no message of the request is stored yet; saves the query for stored
     *     messages
     */
    AppendBatch classify(Append append, boolean isNew) {
        var messages = append.messages();
        var batch = new AppendBatch(name);
        var stored = isNew ? Map.<String, MessageRow>of() : reader.findAll(ids(messages));
        var inRequest = new HashMap<String, byte[]>();
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
                batch.addSkipped(message.id(), SYNTHETIC);
            } else if (message.id() == null) {
                batch.addNew(message, message.fingerprint(), parent);
            } else if (isBeyondRetention) {
                batch.addSkipped(message.id(), TRIMMED);
            } else {
                addOnce(new Sent(message, parent), stored.get(message.id()), inRequest, batch, append.onExisting());
            }
        }
        return batch;
    }

    /**
     * A message of the request, with the parent that the request names for it.
     *
     * @param parent null if the request names no parent for this message
     */
    private record Sent(MessageBody message, Parent parent) {}

    private static Set<String> ids(List<MessageBody> messages) {
        return messages.stream()
                .filter(message -> message.id() != null && !message.isReserved())
                .map(MessageBody::id)
                .collect(Collectors.toSet());
    }

    /**
     * Adds a message of the request that has an id to {@code batch}. A second message with the same id and value in the
     * request is ignored. Throws 409 {@code message-exists} if the second one has another value. Throws the same error
     * if the stored message has another value and {@code onExisting} is {@code REJECT}.
     *
     * @param existing the stored message with this id; null if there is none
     * @param inRequest SHA-256 fingerprints of the request's messages so far, by id; this method adds the message's
     *     fingerprint
     */
    private void addOnce(
            Sent sent, MessageRow existing, Map<String, byte[]> inRequest, AppendBatch batch, OnExisting onExisting) {
        var message = sent.message();
        var fingerprint = message.fingerprint();
        var earlier = inRequest.putIfAbsent(message.id(), fingerprint);
        if (earlier != null) {
            if (!Arrays.equals(earlier, fingerprint)) {
                throw alreadyExists(message.id());
            }
        } else if (existing == null) {
            batch.addNew(message, fingerprint, sent.parent());
        } else if (isSame(existing, message, fingerprint, onExisting)) {
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
    private boolean isSame(MessageRow existing, MessageBody message, byte[] fingerprint, OnExisting onExisting) {
        var stored =
                MessageBody.of(reader.rows.bodies(List.of(existing.position())).get(existing.position()));
        boolean hasSameTime = !message.hasTime() || Objects.equals(message.createdAt(), existing.createdAt());
        boolean isFirstValueSame = onExisting != OnExisting.REPLACE || existing.version() == 1;
        var sent = em.find(Message.class, existing.position());
        return hasSameTime
                && (isFirstValueSame && sent.wasSentAs(fingerprint)
                        || Arrays.equals(stored.fingerprint(), fingerprint));
    }

    private static Problem alreadyExists(String id) {
        return new Problem(Code.MESSAGE_EXISTS, "A message with the id " + id + " and another value exists.");
    }
}
