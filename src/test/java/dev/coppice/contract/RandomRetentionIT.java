package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;

/** Like {@link RandomTreesIT}, with a session that retains few messages, while the sweep runs. */
@Order(IndexApi.FIRST)
class RandomRetentionIT extends RandomTreesIT {

    @BeforeEach
    void retainFewMessages() {
        retain(6);
    }

    private void retain(Integer messages) {
        retain(session, messages);
        model.retain(messages);
    }

    @Override
    void write(Random random) {
        int choice = random.nextInt(20);
        if (choice == 0) {
            retain(random.nextInt(6) == 0 ? null : (Integer) (1 + random.nextInt(12)));
        } else if (choice == 1 && !model.trimmed().isEmpty()) {
            reuseTrimmedId(random);
        } else {
            super.write(random);
        }
    }

    /** The id of a trimmed message, purged or not, is unknown and can be used again. */
    private void reuseTrimmedId(Random random) {
        var ids = model.trimmed();
        var id = ids.get(random.nextInt(ids.size()));
        entry(session, id).problem(404, "message-not-found");
        api().get(HISTORY, session).query("leafId", id).send().problem(404, "message-not-found");
        appendUnder(session, id, message("nobody", "x")).problem(404, "unknown-parent");
        var answer = append(session, message(id, "again " + id)).expect(201);
        model.append(id, model.leaf(), "again " + id);
        assertEquals(model.trim(), answer.json().path("trimmed").asInt());
    }
}
