package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

/**
 * The fields of a session that a client may change at any time, embedded in the session's row.
 *
 * @param name display name, or null
 * @param model name of the model that the session uses, or null
 * @param metadata a JSON object, verbatim; the array must not be modified
 * @param maxMessages number of messages of the leaf's path to retain, or null for the agent's value
 * @param compactAfter number of tokens beyond which the session is compacted automatically, or null for the agent's
 *     value
 */
@Embeddable
record Description(
        String name,
        String model,
        @Column(length = Length.LONG32) byte[] metadata,
        @Column(name = "max_messages") Integer maxMessages,
        @Column(name = "compact_after") Integer compactAfter) {
    private static final byte[] NO_METADATA = "{}".getBytes(StandardCharsets.UTF_8);

    static Description of(NewSession session) {
        var metadata = session.metadata() == null ? NO_METADATA : session.metadata();
        return new Description(
                session.name(), session.model(), metadata, session.maxMessages(), session.compactAfter());
    }

    Description withName(String name) {
        return new Description(name, model, metadata, maxMessages, compactAfter);
    }

    Description withModel(String model) {
        return new Description(name, model, metadata, maxMessages, compactAfter);
    }

    Description withMetadata(byte[] metadata) {
        return new Description(name, model, metadata, maxMessages, compactAfter);
    }

    Description withMaxMessages(Integer maxMessages) {
        return new Description(name, model, metadata, maxMessages, compactAfter);
    }

    Description withCompactAfter(Integer compactAfter) {
        return new Description(name, model, metadata, maxMessages, compactAfter);
    }
}
