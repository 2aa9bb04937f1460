package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.HttpCall;
import dev.coppice.support.TestServers;
import java.util.List;

/** Values, lists and the state of a session are the same after a restart. */
final class StateSurvives extends StateApi implements RestartCase {
    private List<HttpCall> reads;
    private List<String> before;

    @Override
    public void prepare() {
        var api = TestServers.first().api();
        var id = unique("s");
        api.put(SESSION, id).send().expect(201);
        api.put(VALUE, id, "k").json("{ \"n\": 1.0 }").send().expect(201);
        api.put(VALUE, id, "l").json("[1,2,3]").send().expect(201);
        api.put(VALUE, id, "l").json("[1,\"x\"]").send().expect(200);
        api.post(ITEMS, id, "l").json("{\"items\":[4]}").send().expect(201);
        api.patch(STATE, id).json("{\"step\":3}").send().expect(200);
        reads = List.of(api.get(VALUE, id, "k"), api.get(VALUE, id, "l"), api.get(STATE, id), api.get(VALUES, id));
        before = read();
        assertEquals("[1,\"x\",4]", before.get(1));
    }

    private List<String> read() {
        return reads.stream().map(call -> call.send().expect(200).text()).toList();
    }

    @Override
    public void check() {
        assertEquals(before, read());
    }
}
