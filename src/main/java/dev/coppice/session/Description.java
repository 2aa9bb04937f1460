package dev.coppice.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

/**
 * What a client may say of a session and change at any time, in its row.
 *
 * @param name what people call it, or null
 * @param model the model that it is for, or null
 * @param metadata a JSON object, verbatim; nobody writes into the array
 * @param maxMessages of its leaf's path that it keeps, or null for what its agent says
 * @param compactAfter tokens beyond which it is compacted by itself, or null for what its agent says
 */
@Embeddable
record Description(
        String name,
        String model,
        @Column(length = Length.LONG32) byte[] metadata,
        @Column(name = "max_messages") Integer maxMessages,
        @Column(name = "compact_after") Integer compactAfter) {
    private static final byte[] NO_METADATA = "{}".getBytes(StandardCharsets.UTF_8);

    static Description of(NewSession wanted) {
        var metadata = wanted.metadata() == null ? NO_METADATA : wanted.metadata();
        return new Description(wanted.name(), wanted.model(), metadata, wanted.maxMessages(), wanted.compactAfter());
    }

    Description named(String name) {
        return new Description(name, model, metadata, maxMessages, compactAfter);
    }

    Description using(String model) {
        return new Description(name, model, metadata, maxMessages, compactAfter);
    }

    Description with(byte[] metadata) {
        return new Description(name, model, metadata, maxMessages, compactAfter);
    }

    Description retaining(Integer messages) {
        return new Description(name, model, metadata, messages, compactAfter);
    }

    Description compactedAfter(Integer tokens) {
        return new Description(name, model, metadata, maxMessages, tokens);
    }
}
