package dev.coppice.session;

import dev.coppice.agent.CompactBy;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/**
 * The fields of a session that a client may change at any time, embedded in the session's row.
 *
 * @param name display name, or null
 * @param model name of the model that the session uses, or null
 * @param metadata a JSON object as the client sent it, in UTF-8; never null; the array must not be modified
 * @param maxMessages maximum number of messages on the path to the session's leaf; older ones are removed; null for the
 *     agent's value
 * @param compactAfter the session is compacted automatically if it has more tokens than this number; null for the
 *     agent's value
 * @param compactBy which token count is compared with {@code compactAfter}, or null for the agent's value
 */
@Embeddable
record Description(
        String name,
        String model,
        @Column(length = Length.LONG32) byte[] metadata,
        @Column(name = "max_messages") Integer maxMessages,
        @Column(name = "compact_after") Integer compactAfter,
        @Column(name = "compact_by", length = 16) @Enumerated(EnumType.STRING) @JdbcTypeCode(SqlTypes.VARCHAR)
                CompactBy compactBy) {
    private static final byte[] NO_METADATA = "{}".getBytes(StandardCharsets.UTF_8);

    static Description of(NewSession session) {
        var metadata = session.metadata() == null ? NO_METADATA : session.metadata();
        return new Description(
                session.name(),
                session.model(),
                metadata,
                session.maxMessages(),
                session.compactAfter(),
                session.compactBy());
    }

    static Description of(SessionInfo copied) {
        return new Description(
                copied.name(),
                copied.model(),
                copied.metadata(),
                copied.maxMessages(),
                copied.compactAfter(),
                copied.compactBy());
    }

    Description withName(String name) {
        return new Description(name, model, metadata, maxMessages, compactAfter, compactBy);
    }

    Description withModel(String model) {
        return new Description(name, model, metadata, maxMessages, compactAfter, compactBy);
    }

    Description withMetadata(byte[] metadata) {
        return new Description(name, model, metadata, maxMessages, compactAfter, compactBy);
    }

    Description withMaxMessages(Integer maxMessages) {
        return new Description(name, model, metadata, maxMessages, compactAfter, compactBy);
    }

    Description withCompactAfter(Integer compactAfter) {
        return new Description(name, model, metadata, maxMessages, compactAfter, compactBy);
    }

    Description withCompactBy(CompactBy compactBy) {
        return new Description(name, model, metadata, maxMessages, compactAfter, compactBy);
    }
}
