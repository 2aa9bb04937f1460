package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.api.Precondition;
import dev.coppice.session.NewSession;
import dev.coppice.session.SessionName;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The first session of a namespace inserts the namespace in its own transaction, which may be rolled back. */
class RolledBackNamespaceIT extends InsideTest {

    @Test
    void rolledBackNamespaceIsNotCached() throws Exception {
        var name = SessionName.of("default", UUID.randomUUID().toString(), "first");
        transaction.begin();
        try {
            sessions.create(name, NewSession.DEFAULTS);
            sessions.lock(name, Precondition.NONE);
        } finally {
            transaction.rollback();
        }
        assertFalse(sessions.readIfPresent(name).isPresent());
        sessions.create(name, NewSession.DEFAULTS);
        assertTrue(sessions.readIfPresent(name).isPresent());
    }
}
