package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.HttpAnswer;

/** The words in which keyed state is spoken of. */
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

    /** The answer of a save: what it did, and in how many items. */
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
