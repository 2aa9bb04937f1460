package dev.coppice.contract;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;

/** Random writes and compactions of a session that retains a few messages, against the same plain models. */
class RandomRetentionCompactionsIT extends RandomCompactionsIT {

    @BeforeEach
    void retainAFew() {
        retain(9);
    }

    private void retain(Integer messages) {
        done.add("retain " + messages);
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
