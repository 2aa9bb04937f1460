package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.SharedServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Skills in a real object store, over HTTP. */
@DatabaseNeutral
class S3SkillsIT extends PromptApi {
    @Test
    void skillsAreListedLoadedAndWritten() {
        var prefix = unique("p") + "/";
        var store = SharedServer.store();
        store.put("default/" + prefix + "pirate", "Arr!", Map.of("description", "Talks like a pirate"));
        store.put("default/" + prefix + "cook", "Stir.", Map.of());
        store.put("other/" + prefix + "secret", "Hidden.", Map.of());
        var id = sessionWith(
                "{'label':'s','provider':{'type':'s3-skills','prefix':'" + prefix + "'}}",
                "{'label':'one','provider':{'type':'s3-skills','prefix':'" + prefix + "','keys':['cook']}}");
        assertEquals(
                section("S [loadable]", "- cook\n- pirate: Talks like a pirate") + "\n\n"
                        + section("ONE [loadable]", "- cook"),
                promptOf(id));
        assertEquals("Arr!", call(id, "load_context", "s", "pirate"));
        assertEquals("Not found: pirate", call(id, "load_context", "one", "pirate"));
        assertEquals("Not found: secret", call(id, "load_context", "s", "secret"));
        putEntry(id, "s", "smith", "Hammer.", "Works with iron").expect(200);
        assertEquals("Hammer.", call(id, "load_context", "s", "smith"));
        assertEquals(
                List.of("cook", "pirate", "smith"),
                api().get(ENTRIES, id, "s").send().expect(200).all("/items", "key"));
        putEntry(id, "one", "pirate", "x", null).problem(409, "block-readonly");
        assertTrue(content(id, "s").endsWith("- smith: Works with iron"));
    }

    @Test
    void writeByKeyKeepsTitleAndDescription() {
        var prefix = unique("p") + "/";
        SharedServer.store()
                .put(
                        "default/" + prefix + "cook",
                        "Stir.",
                        Map.of("title", "Cook", "description", "=?UTF-8?Q?K=C3=BCche?="));
        var id = sessionWith("{'label':'s','provider':{'type':'s3-skills','prefix':'" + prefix + "'}}");
        var written = api().post("/v1/sessions/{}/tools/{}", id, "set_context")
                .json("{\"label\":\"s\",\"key\":\"cook\",\"content\":\"Stir twice.\"}")
                .send()
                .expect(200);
        assertEquals("Indexed \"cook\" in s.", written.at("/result"));
        assertEquals("Stir twice.", call(id, "load_context", "s", "cook"));
        var entries = api().get(ENTRIES, id, "s").send().expect(200);
        assertEquals(List.of("Cook"), entries.all("/items", "title"));
        assertEquals(List.of("Küche"), entries.all("/items", "description"));
    }

    /** The names "Tea!" and "Tea" give the same key, and are both keys themselves. */
    @Test
    void repeatedUnloadKeepsDocumentOfSimilarKey() {
        var prefix = unique("p") + "/";
        var store = SharedServer.store();
        store.put("default/" + prefix + "Tea!", "Hot.", Map.of());
        store.put("default/" + prefix + "Tea", "Warm.", Map.of());
        store.put("default/" + prefix + "green-tea", "Steep.", Map.of());
        var id = sessionWith("{'label':'s','provider':{'type':'s3-skills','prefix':'" + prefix + "'}}");
        append(id, loadMessage("a1", "Tea", "Warm."), loadMessage("a2", "Tea!", "Hot."))
                .expect(201);
        append(id, loadMessage("a3", "Green Tea", "Steep.")).expect(201);
        assertEquals("Unloaded \"Tea!\" from s. Context reclaimed.", call(id, "unload_context", "s", "Tea!"));
        assertEquals("Skill \"Tea!\" is not currently loaded in \"s\".", call(id, "unload_context", "s", "Tea!"));
        assertEquals(
                "[\"Tea\",\"Green Tea\"]", block(id, "s").json().path("loaded").toString());
        assertEquals("Unloaded \"green-tea\" from s. Context reclaimed.", call(id, "unload_context", "s", "green-tea"));
        assertEquals("[\"Tea\"]", block(id, "s").json().path("loaded").toString());
    }

    private static String loadMessage(String id, String key, String output) {
        return """
                {"id":"%s","role":"assistant","parts":[{"type":"tool-load_context","toolCallId":"c-%s",\
                "state":"output-available","input":{"label":"s","key":"%s"},"output":"%s"}]}"""
                .formatted(id, id, key, output);
    }

    /** The two texts have the same hash, and no character that a key could contain. */
    @Test
    void generatedKeysNeverCollide() {
        var id = sessionWith("{'label':'s','provider':{'type':'s3-skills','prefix':'" + unique("p") + "/'}}");
        SharedServer.store();
        var one = setContext(id, "\u8448\u5437\u6EFA\u9C01");
        var other = setContext(id, "\u6B12\u5AFF\u6137\u90E4");
        assertEquals(one.replace("\" in", "-2\" in"), other);
        assertEquals(one, setContext(id, "\u8448\u5437\u6EFA\u9C01"));
        assertEquals(
                2,
                api().get(ENTRIES, id, "s")
                        .send()
                        .expect(200)
                        .all("/items", "key")
                        .size());
    }

    private static String setContext(String session, String content) {
        return api().post("/v1/sessions/{}/tools/{}", session, "set_context")
                .json("{\"label\":\"s\",\"content\":\"" + content + "\"}")
                .send()
                .expect(200)
                .at("/result");
    }

    /** An object store keeps no versions: every existing entry has version 0. */
    @Test
    void preconditionsOfEntriesAreChecked() {
        var prefix = unique("p") + "/";
        SharedServer.store().put("default/" + prefix + "cook", "Stir.", Map.of());
        var id = sessionWith("{'label':'s','provider':{'type':'s3-skills','prefix':'" + prefix + "'}}");
        put(id, "cook", "If-None-Match", "*").problem(412, "stale-version");
        put(id, "cook", "If-Match", "\"7\"").problem(412, "stale-version");
        put(id, "smith", "If-Match", "*").problem(412, "stale-version");
        api().delete(ENTRY, id, "s", "cook").header("If-Match", "\"7\"").send().problem(412, "stale-version");
        assertEquals("Stir.", call(id, "load_context", "s", "cook"));
        assertEquals("Not found: smith", call(id, "load_context", "s", "smith"));
        put(
                        id,
                        "cook",
                        "If-Match",
                        api().get(ENTRY, id, "s", "cook").send().expect(200).etag())
                .expect(200);
        assertEquals("new", call(id, "load_context", "s", "cook"));
    }

    private static HttpAnswer put(String session, String key, String header, String value) {
        return api().put(ENTRY, session, "s", key)
                .header(header, value)
                .json("{\"content\":\"new\"}")
                .send();
    }

    private static String call(String session, String tool, String label, String key) {
        return api().post("/v1/sessions/{}/tools/{}", session, tool)
                .json("{\"label\":\"" + label + "\",\"key\":\"" + key + "\"}")
                .send()
                .expect(200)
                .at("/result");
    }
}
