package dev.coppice.context;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

/**
 * Database row with the frozen prompt of a session: the system prompt as it was rendered and stored.
 * {@link Prompts#freeze} decides whether it is stale.
 */
@Entity
public class FrozenPrompt {
    @Id
    @Column(name = "session_pk")
    private long session;

    @Column(length = Length.LONG32)
    private byte[] prompt;

    /**
     * The {@link PromptState#fingerprint} of the session's counters of changes when the prompt was rendered. As long as
     * the current fingerprint is the same, no stored block has changed since. For an imported prompt whose blocks had
     * changed before the export, a value that differs from every fingerprint.
     */
    private long changes;

    /** Time at which the rendering of the prompt began, or at which the prompt was imported. */
    @Column(name = "created_at")
    private long createdAt;

    protected FrozenPrompt() {}

    FrozenPrompt(long session, RenderedPrompt rendered) {
        this.session = session;
        replace(rendered);
    }

    /**
     * Creates the row of a prompt that was frozen in another database and is imported.
     *
     * @param session the session's database id
     * @param prompt the text of the prompt
     * @param changes the {@link PromptState#fingerprint} of the current counters of changes; a value that differs from
     *     every fingerprint if the prompt was already outdated when it was exported
     */
    FrozenPrompt(long session, String prompt, long changes) {
        this.session = session;
        this.prompt = prompt.getBytes(StandardCharsets.UTF_8);
        this.changes = changes;
        this.createdAt = DatabaseClock.now();
    }

    final void replace(RenderedPrompt rendered) {
        prompt = rendered.prompt().getBytes(StandardCharsets.UTF_8);
        changes = rendered.fingerprint();
        createdAt = rendered.began();
    }

    /**
     * True if the rendering of this prompt began later than that of the given one. False if the time of this prompt is
     * in the future, because the database's clock was set back.
     */
    boolean isNewerThan(RenderedPrompt rendered) {
        return createdAt > rendered.began() && createdAt <= DatabaseClock.now();
    }

    String prompt() {
        return new String(prompt, StandardCharsets.UTF_8);
    }
}
