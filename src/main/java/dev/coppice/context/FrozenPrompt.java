package dev.coppice.context;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

/** The prompt of a session as it was rendered once. */
@Entity
public class FrozenPrompt {
    @Id
    @Column(name = "session_pk")
    private long session;

    @Column(length = Length.LONG32)
    private byte[] prompt;

    private long changes;

    @Column(name = "created_at")
    private long createdAt;

    protected FrozenPrompt() {}

    FrozenPrompt(long session, RenderedPrompt rendering) {
        this.session = session;
        replace(rendering);
    }

    final void replace(RenderedPrompt rendering) {
        prompt = rendering.prompt().getBytes(StandardCharsets.UTF_8);
        changes = rendering.changes();
        createdAt = DatabaseClock.now();
    }

    String prompt() {
        return new String(prompt, StandardCharsets.UTF_8);
    }
}
