package dev.coppice.run;

import dev.coppice.format.MessageBody;
import jakarta.persistence.EntityManager;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Divides the ids of the messages in one save of a run into new ones and those that an earlier save of the run
 * contained. For one transaction; not thread-safe.
 */
final class RunMessages {
    private final EntityManager em;
    private final Run run;
    private final Map<String, byte[]> fresh = new LinkedHashMap<>();
    private final Set<String> known = new HashSet<>();

    RunMessages(EntityManager em, Run run, List<MessageBody> messages) {
        this.em = em;
        this.run = run;
        messages.forEach(message -> fresh.put(message.id(), RunMessage.key(run, message.id())));
        if (!fresh.isEmpty()) {
            var stored = new HashSet<ByteBuffer>();
            em.createQuery("select m.key from RunMessage m where m.key in :keys", byte[].class)
                    .setParameter("keys", fresh.values())
                    .getResultList()
                    .forEach(key -> stored.add(ByteBuffer.wrap(key)));
            fresh.forEach((id, key) -> {
                if (stored.contains(ByteBuffer.wrap(key))) {
                    known.add(id);
                }
            });
            fresh.keySet().removeAll(known);
        }
    }

    /** Returns the ids of those messages of this save that an earlier save of the run also contained. */
    Set<String> known() {
        return known;
    }

    boolean hasNew() {
        return !fresh.isEmpty();
    }

    /**
     * Inserts a {@link RunMessage} for each new message of the save, so that later saves of the run do not append it
     * again.
     */
    void remember() {
        fresh.values().forEach(key -> em.persist(new RunMessage(run, key)));
    }
}
