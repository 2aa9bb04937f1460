package dev.coppice.contract;

import java.util.Random;
import org.junit.jupiter.api.Order;

/**
 * Like {@link RandomForksIT}, with sessions that retain few messages. Some forks retain none of their inherited
 * messages.
 */
@Order(IndexApi.FIRST)
class RandomForkRetentionIT extends RandomForksIT {

    @Override
    SessionModel beginFamily(String session) {
        var model = super.beginFamily(session);
        retain(model, 7);
        return model;
    }

    private void retain(SessionModel model, Integer messages) {
        operations.add("retain " + messages + " of " + model.id);
        model.retain(messages);
    }

    @Override
    void write(SessionModel model, Random random) {
        if (random.nextInt(15) == 0) {
            retain(model, random.nextInt(6) == 0 ? null : (Integer) (1 + random.nextInt(10)));
        } else {
            super.write(model, random);
        }
    }
}
