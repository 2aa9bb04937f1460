package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

/** Database row of one version of a block's text. The newest version is the current text. A row never changes. */
@Entity
@Table(name = "context_version")
public class TextVersion {
    /**
     * The primary key of a version.
     *
     * @param block database id of the stored block
     * @param version number of the version, counted from 1 in each block
     */
    @Embeddable
    public record Key(@Column(name = "store_id") long block, long version) {}

    @EmbeddedId
    private Key key;

    @Column(length = Length.LONG32)
    private byte[] content;

    private int bytes;

    @Column(name = "created_at")
    private long createdAt;

    protected TextVersion() {}

    TextVersion(long block, long version, byte[] content, long createdAt) {
        this.key = new Key(block, version);
        this.content = content;
        this.bytes = content.length;
        this.createdAt = createdAt;
    }

    String content() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /**
     * A version of a text, as returned in JSON.
     *
     * @param version number of the version, counted from 1 in each block
     * @param content the text
     * @param createdAt when the text was written, in milliseconds since the epoch
     */
    public record Answer(long version, String content, long createdAt) implements JsonBody {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeNumberField("version", version);
            out.writeStringField("content", content);
            out.writeStringField("createdAt", Times.text(createdAt));
            out.writeEndObject();
        }
    }

    Answer answer() {
        return new Answer(key.version(), content(), createdAt);
    }
}
