package dev.coppice.inside;

import dev.coppice.message.MessageAppending;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionLifecycle.SessionCreated;
import dev.coppice.session.SessionName;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An application's observer: records events, redacts "secret", and vetoes messages with "forbidden". Fails when a session
 * of the namespace {@link #FAILING} is created.
 */
@ApplicationScoped
public class RecordingObserver {
    /** Only there, and at one type of event only, because each failure logs a stack trace. */
    static final String FAILING = "failing";

    private final List<SessionEvent> plain = new CopyOnWriteArrayList<>();
    private final List<SessionEvent> afterSuccess = new CopyOnWriteArrayList<>();
    private final List<SessionEvent> failed = new CopyOnWriteArrayList<>();

    void observe(@Observes SessionEvent event) {
        plain.add(event);
    }

    void observeAfter(@Observes(during = TransactionPhase.AFTER_SUCCESS) SessionEvent event) {
        afterSuccess.add(event);
    }

    void fail(@Observes @Priority(Integer.MAX_VALUE) SessionCreated event) {
        if (event.session().namespace().equals(FAILING)) {
            failed.add(event);
            throw new IllegalStateException("An observer that fails");
        }
    }

    void failWithError(@Observes @Priority(Integer.MAX_VALUE) SessionCreated event) {
        if (event.session().namespace().equals(FAILING)) {
            failed.add(event);
            throw new StackOverflowError("An observer that fails");
        }
    }

    void redact(@Observes MessageAppending event) {
        var json = new String(event.message().json(), StandardCharsets.UTF_8);
        if (json.contains("forbidden")) {
            event.veto("Nobody says that here.");
        }
        if (json.contains("secret")) {
            event.replace(json.replace("secret", "[redacted]").getBytes(StandardCharsets.UTF_8));
        }
        if (json.contains("swap")) {
            event.replace("{\"id\":\"other\",\"role\":\"user\",\"content\":\"x\"}".getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Events that observers without a transaction phase received. */
    public List<SessionEvent> events(SessionName session) {
        return plain.stream().filter(event -> event.session().equals(session)).toList();
    }

    public List<String> types(SessionName session) {
        return typesOf(plain, session);
    }

    public List<String> typesAfterSuccess(SessionName session) {
        return typesOf(afterSuccess, session);
    }

    /** Types of the events at which an observer failed, one for each observer. */
    public List<String> typesFailed(SessionName session) {
        return typesOf(failed, session);
    }

    private static List<String> typesOf(List<SessionEvent> events, SessionName session) {
        return events.stream()
                .filter(event -> event.session().equals(session))
                .map(SessionEvent::type)
                .toList();
    }
}
