package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.LimitedServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Settings limit the number of values and items of a session. */
@DatabaseNeutral
@ExtendWith(LimitedServer.class)
class StateLimitsIT extends StateApi {
    @Test
    void valuesAndItemsBeyondLimitsAreRefused() {
        var api = LimitedServer.api();
        var id = unique("s");
        api.put(SESSION, id).send().expect(201);
        var whole = "[" + "1,".repeat(LimitedServer.MAX_ITEMS - 1) + "1]";
        api.put(VALUE, id, "a").json(whole).send().expect(201);
        api.put(VALUE, id, "a").json("[2," + whole.substring(1)).send().problem(413, "too-large");
        var appendOne = api.post(ITEMS, id, "a").json("{\"items\":[1]}");
        appendOne.send().problem(413, "too-large");
        api.put(VALUE, id, "b").json("1").send().expect(201);
        api.put(VALUE, id, "c").json("1").send().expect(201);
        api.put(VALUE, id, "d").json("1").send().problem(413, "too-large");
        api.post(ITEMS, id, "d").json("{\"items\":[1]}").send().problem(413, "too-large");
        api.put(VALUE, id, "c").json("[2]").send().expect(200);
        api.delete(VALUE, id, "b").send().expect(204);
        api.put(VALUE, id, "d").json("1").send().expect(201);
        assertEquals(List.of("a", "c", "d"), api.get(VALUES, id).send().all("/items", "key"));
    }
}
