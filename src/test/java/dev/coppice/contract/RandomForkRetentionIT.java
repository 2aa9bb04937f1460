package dev.coppice.contract;

import java.util.Random;

/**
 * Random writes to a family of forks whose members retain a few messages, some of them none that they inherited, against the
 * same plain model.
 */
class RandomForkRetentionIT extends RandomForksIT {

    @Override
    SessionModel begin(String session) {
        var one = super.begin(session);
        retain(one, 7);
        return one;
    }

    private void retain(SessionModel one, Integer messages) {
        done.add("retain " + messages + " of " + one.id);
        one.retain(messages);
    }

    @Override
    void write(SessionModel one, Random random) {
        if (random.nextInt(15) == 0) {
            retain(one, random.nextInt(6) == 0 ? null : (Integer) (1 + random.nextInt(10)));
        } else {
            super.write(one, random);
        }
    }
}
