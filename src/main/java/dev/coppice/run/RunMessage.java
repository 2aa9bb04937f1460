package dev.coppice.run;

import dev.coppice.json.Fingerprint;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Database row that records that a save of a run contained a message. Its key is a hash of the run and the message id.
 * The row stays when the message is deleted, so that a repeated save does not append the message again.
 */
@Entity
public class RunMessage {
    @Id
    @Column(name = "message_key", length = 32)
    private byte[] key;

    @Column(name = "run_pk")
    private long run;

    protected RunMessage() {}

    RunMessage(Run run, byte[] key) {
        this.run = run.id();
        this.key = key;
    }

    static byte[] key(Run run, String messageId) {
        var digest = Fingerprint.sha256();
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, run.id()));
        return digest.digest(messageId.getBytes(StandardCharsets.UTF_8));
    }
}
