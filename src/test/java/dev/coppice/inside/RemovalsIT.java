package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.session.Removals;
import dev.coppice.session.SessionName;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Concurrent removals of the same expired sessions do not fail. */
class RemovalsIT extends InsideTest {
    private static final int MANY = 40;

    @Inject
    private Removals removals;

    @Resource
    private ManagedExecutorService executor;

    @Test
    void concurrentRemovalsOfTheSameSessions() throws Exception {
        var names = Stream.generate(this::session).limit(MANY).toList();
        expire(names);
        var others = IntStream.range(0, 4)
                .mapToObj(i -> executor.submit(() -> removals.removeExpired(MANY)))
                .toList();
        for (var other : others) {
            other.get(60, TimeUnit.SECONDS);
        }
        for (var name : names) {
            assertEquals(0, number("select count(*) from session where session_id = ?", name.id()));
        }
    }

    private void expire(List<SessionName> names) throws Exception {
        transaction.begin();
        for (var name : names) {
            em.createNativeQuery("update session set expires_at = 1 where session_id = ?")
                    .setParameter(1, name.id())
                    .executeUpdate();
        }
        transaction.commit();
    }
}
