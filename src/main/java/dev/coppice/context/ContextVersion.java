package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

/** A text that a block has, or had. Written once. */
@Entity
public class ContextVersion {
    /** Versions of one store count from 1. */
    @Embeddable
    public record Key(@Column(name = "store_id") long store, long version) {}

    @EmbeddedId
    private Key key;

    @Column(length = Length.LONG32)
    private byte[] content;

    private int bytes;

    @Column(name = "created_at")
    private long createdAt;

    protected ContextVersion() {}

    ContextVersion(long store, long version, byte[] content, long createdAt) {
        this.key = new Key(store, version);
        this.content = content;
        this.bytes = content.length;
        this.createdAt = createdAt;
    }

    String content() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /** As it is listed. */
    public record Info(long version, String content, long createdAt) implements JsonBody {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeNumberField("version", version);
            out.writeStringField("content", content);
            out.writeStringField("createdAt", Times.text(createdAt));
            out.writeEndObject();
        }
    }

    Info info() {
        return new Info(key.version(), content(), createdAt);
    }
}
