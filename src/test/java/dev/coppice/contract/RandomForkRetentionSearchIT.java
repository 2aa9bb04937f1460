package dev.coppice.contract;

import java.util.Random;
import org.junit.jupiter.api.Order;

/** Like {@link RandomForkSearchIT}, with sessions that retain few messages. */
@Order(IndexApi.FIRST)
class RandomForkRetentionSearchIT extends RandomForkSearchIT {

    @Override
    SessionModel beginFamily(String session) {
        var model = super.beginFamily(session);
        retain(model, 6);
        return model;
    }

    private void retain(SessionModel model, Integer messages) {
        operations.add("retain " + messages + " of " + model.id);
        model.retain(messages);
    }

    @Override
    void write(SessionModel model, Random random) {
        if (random.nextInt(12) == 0) {
            retain(model, random.nextInt(4) == 0 ? null : (Integer) (1 + random.nextInt(8)));
        } else {
            super.write(model, random);
        }
    }
}
