package dev.coppice.idempotency;

import dev.coppice.json.Fingerprint;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.stream.Collectors;
import org.hibernate.Length;

/**
 * An answer that was given under an idempotency key. It is written first, empty, so that a parallel repetition waits
 * for it; and it commits together with what it tells of, or not at all.
 */
@Entity
@Table(name = "idempotent_call")
public class StoredAnswer {
    @Id
    @Column(name = "call_key", length = 32)
    private byte[] key;

    @Column(length = 32)
    private byte[] request;

    /** SHA-256 of the name of the session that the answer tells of: what is deleted leaves none behind. */
    @Column(length = 32)
    private byte[] session;

    private int status;

    @Column(length = 8000)
    private String headers;

    @Column(length = Length.LONG32)
    private byte[] body;

    @Column(name = "created_at")
    private long createdAt;

    protected StoredAnswer() {}

    StoredAnswer(IdempotentRequest call, long now) {
        this.key = call.key();
        this.request = call.request();
        this.session = call.owner() == null ? null : sessionOf(call.owner());
        this.headers = "";
        this.body = new byte[0];
        this.createdAt = now;
    }

    static byte[] sessionOf(String name) {
        return Fingerprint.sha256().digest(name.getBytes(StandardCharsets.UTF_8));
    }

    boolean isOlderThan(long time) {
        return createdAt < time;
    }

    boolean answers(IdempotentRequest call) {
        return Arrays.equals(request, call.request());
    }

    void answered(Answer answer) {
        status = answer.status();
        headers = answer.headers().entrySet().stream()
                .map(h -> h.getKey() + ":" + h.getValue())
                .collect(Collectors.joining("\n"));
        body = answer.body();
    }

    Answer answer() {
        var given = new LinkedHashMap<String, String>();
        headers.lines().forEach(line -> {
            int colon = line.indexOf(':');
            given.put(line.substring(0, colon), line.substring(colon + 1));
        });
        return new Answer(status, given, body);
    }
}
