package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.api.Precondition;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import jakarta.persistence.PersistenceException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sessions that are read without a transaction, by plain JDBC. */
class SessionRowIT extends InsideTest {
    private static final String ALL_COLUMNS =
            """
            update session set version = 11, agent = 'a', source = 's', user_id = 'u', type = 'team',
            parent_session_id = 'p', forked_at_message_id = 'f', name = 'n', model = 'm', metadata = ?1,
            max_messages = 21, compact_after = 22, compact_by = 'REPORTED', input_tokens = 31, output_tokens = 32,
            cached_tokens = 33, reasoning_tokens = 34, cost = 35.5, created_at = 41, updated_at = 42,
            ttl_seconds = 43, expires_at = 4102444800000, ended_at = 45, end_reason = 'e', importing = true,
            next_seq = 51, message_count = 52, edits = 53, trimmed = true, leaf_branch = 61, leaf_depth = 62, leaf_id = 'l',
            leaf_tip = true, leaf_path_tokens = 63, leaf_path_bytes = 64, tokens = 65, path_length = 66,
            overlays = 71, overlay_tokens = 72, prompt_tokens = 81, compacting_until = 82, reported_tokens = 83
            where session_id = ?2""";

    /** In a transaction, Hibernate reads the row. */
    private Map<String, Object> inTransaction(SessionName name) throws Exception {
        transaction.begin();
        try {
            return fields(sessions.read(name));
        } finally {
            transaction.rollback();
        }
    }

    @Test
    void newSessionIsReadLikeByHibernate() throws Exception {
        var name = session();
        assertEquals(inTransaction(name), fields(sessions.read(name)));
    }

    @Test
    void everyColumnIsReadLikeByHibernate() throws Exception {
        var name = session();
        transaction.begin();
        em.createNativeQuery(ALL_COLUMNS)
                .setParameter(1, "{\"k\":1}".getBytes())
                .setParameter(2, name.id())
                .executeUpdate();
        transaction.commit();
        var read = fields(sessions.read(name));
        assertEquals(inTransaction(name), read);
        assertFalse(read.containsValue("null"), read::toString);
    }

    @Test
    void sessionIsCurrentUntilItsNextWrite() throws Exception {
        var name = session();
        var read = sessions.read(name);
        assertTrue(sessions.isCurrent(read));
        append(name, "m1");
        assertFalse(sessions.isCurrent(read));
        var again = sessions.read(name);
        sessions.delete(name, Precondition.NONE);
        assertFalse(sessions.isCurrent(again));
    }

    /** The stored fields of a session as text, by their names; those of embedded records one by one. */
    private static Map<String, Object> fields(Session session) throws ReflectiveOperationException {
        var fields = new LinkedHashMap<String, Object>();
        for (Class<?> type = session.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (var field : type.getDeclaredFields()) {
                boolean isStored =
                        !field.getName().equals("limits") && !field.getName().startsWith("$$");
                if (isStored) {
                    add(fields, field, session);
                }
            }
        }
        return fields;
    }

    private static void add(Map<String, Object> fields, Field field, Object owner) throws ReflectiveOperationException {
        if (Modifier.isStatic(field.getModifiers())) {
            return;
        }
        field.setAccessible(true);
        var value = field.get(owner);
        if (value instanceof Record) {
            for (var component : value.getClass().getDeclaredFields()) {
                add(fields, component, value);
            }
        } else {
            fields.put(
                    owner.getClass().getSimpleName() + "." + field.getName(),
                    value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value));
        }
    }

    /** Hibernate generates no proxies, which would cost time at each start. */
    @Test
    void entityThatIsNotLoadedHasNoReference() {
        assertThrows(PersistenceException.class, () -> em.getReference(Session.class, Long.MAX_VALUE));
    }
}
