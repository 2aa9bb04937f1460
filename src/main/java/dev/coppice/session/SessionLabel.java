package dev.coppice.session;

import dev.coppice.json.Fingerprint;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;

/**
 * Database row of a label: a top-level member of a session's metadata that is a string, number or boolean. The row
 * contains a hash of the member's name and value, so that an index can compare values of any length.
 */
@Entity
@Table(name = "session_label")
public class SessionLabel {
    /**
     * The primary key, which consists of all columns.
     *
     * @param session database id of the session's row
     * @param label SHA-256 of the name and the value
     */
    @Embeddable
    public record Key(@Column(name = "session_pk") long session, @Column(name = "label", length = 32) byte[] label) {}

    @EmbeddedId
    private Key key;

    protected SessionLabel() {}

    SessionLabel(long session, String name, String value) {
        this.key = new Key(session, hash(name, value));
    }

    /** Returns SHA-256 of a member's name, the byte {@code 0xFF} and the member's value as text, all in UTF-8. */
    static byte[] hash(String name, String value) {
        var digest = Fingerprint.sha256();
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0xFF); // never a byte of UTF-8
        return digest.digest(value.getBytes(StandardCharsets.UTF_8));
    }
}
