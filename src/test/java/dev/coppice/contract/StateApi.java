package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.HttpAnswer;

/** Requests and assertions for values and lists of a session, shared by their tests. */
abstract class StateApi extends Contract {
    static final String STATE = SESSION + "/state";
    static final String VALUES = SESSION + "/values";
    static final String VALUE = VALUES + "/{}";
    static final String ITEMS = VALUE + "/items";

    static HttpAnswer save(String session, String key, String json) {
        return api().put(VALUE, session, key).json(json).send();
    }

    static HttpAnswer value(String session, String key) {
        return api().get(VALUE, session, key).send();
    }

    static HttpAnswer push(String session, String key, String items) {
        return api().post(ITEMS, session, key)
                .json("{\"items\":[" + items + "]}")
                .send();
    }

    static void assertValue(String json, String session, String key) {
        assertEquals(json, value(session, key).expect(200).text());
    }

    /** Asserts the answer of a save: its result and the numbers of items. */
    static void assertResult(HttpAnswer saved, String result, int count, int appended, int changed, int removed) {
        assertEquals(
                "%s %d: +%d ~%d -%d".formatted(result, count, appended, changed, removed),
                "%s %s: +%s ~%s -%s"
                        .formatted(
                                saved.at("/result"),
                                saved.at("/count"),
                                saved.at("/appended"),
                                saved.at("/changed"),
                                saved.at("/removed")));
    }
}
