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
 * Database row with the answer to a request, stored under the request's idempotency key. The row is inserted before the
 * work of the request is done; it then has no answer and the status 0. So a concurrent repetition of the request waits
 * for this row. The row and the work are committed together. Requests that take a long time are an exception: they do
 * their work before the row is inserted, so a concurrent repetition may do the work too.
 */
@Entity
@Table(name = "idempotent_call")
public class StoredAnswer {
    @Id
    @Column(name = "call_key", length = 32)
    private byte[] key;

    @Column(length = 32)
    private byte[] request;

    /**
     * SHA-256 of the key of the session or user with which this row is deleted. Null if the row is kept until it is
     * older than {@code coppice.idempotency.keep}.
     */
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

    StoredAnswer(IdempotentRequest request, long now) {
        this.key = request.key();
        this.request = request.request();
        this.session = request.owner() == null ? null : hash(request.owner());
        this.headers = "";
        this.body = new byte[0];
        this.createdAt = now;
    }

    /** Returns the SHA-256 of the key of a session or user, see {@link IdempotentRequest#owner}. */
    static byte[] hash(String owner) {
        return Fingerprint.sha256().digest(owner.getBytes(StandardCharsets.UTF_8));
    }

    /** True if the row was created before {@code time} (exclusive), in milliseconds since the epoch. */
    boolean isOlderThan(long time) {
        return createdAt < time;
    }

    /**
     * True if {@code other} is a repetition of the request that this row answers, that is, if the contents of both
     * requests have the same hash.
     */
    boolean answers(IdempotentRequest other) {
        return Arrays.equals(request, other.request());
    }

    /** Stores the answer in this row, which had none until then. */
    void store(Answer answer) {
        status = answer.status();
        headers = answer.headers().entrySet().stream()
                .map(h -> h.getKey() + ":" + h.getValue())
                .collect(Collectors.joining("\n"));
        body = answer.body();
    }

    Answer answer() {
        var parsed = new LinkedHashMap<String, String>();
        headers.lines().forEach(line -> {
            int colon = line.indexOf(':');
            parsed.put(line.substring(0, colon), line.substring(colon + 1));
        });
        return new Answer(status, parsed, body);
    }
}
