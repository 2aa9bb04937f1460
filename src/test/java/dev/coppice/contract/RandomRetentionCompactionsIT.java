package dev.coppice.contract;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;

/** Like {@link RandomCompactionsIT}, with a session that retains few messages. */
@Order(IndexApi.FIRST)
class RandomRetentionCompactionsIT extends RandomCompactionsIT {

    @BeforeEach
    void retainFewMessages() {
        retain(9);
    }

    private void retain(Integer messages) {
        operations.add("retain " + messages);
        retain(session, messages);
        tree.retain(messages);
        compactions.trim();
    }

    @Override
    void write(Random random) {
        if (random.nextInt(20) == 0) {
            retain(random.nextInt(6) == 0 ? null : (Integer) (1 + random.nextInt(14)));
        } else {
            super.write(random);
        }
    }
}
