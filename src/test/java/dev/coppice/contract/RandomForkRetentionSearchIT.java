package dev.coppice.contract;

import java.util.Random;
import org.junit.jupiter.api.Order;

/** What a family of forks finds whose members retain a few messages, against the same plain model. */
@Order(IndexApi.FIRST)
class RandomForkRetentionSearchIT extends RandomForkSearchIT {

    @Override
    SessionModel begin(String session) {
        var one = super.begin(session);
        retain(one, 6);
        return one;
    }

    private void retain(SessionModel one, Integer messages) {
        done.add("retain " + messages + " of " + one.id);
        one.retain(messages);
    }

    @Override
    void write(SessionModel one, Random random) {
        if (random.nextInt(12) == 0) {
            retain(one, random.nextInt(4) == 0 ? null : (Integer) (1 + random.nextInt(8)));
        } else {
            super.write(one, random);
        }
    }
}
