package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.ModelScript;
import dev.coppice.support.SharedServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Profiles that a model derives from the messages of a user. */
@DatabaseNeutral
class AnalysisIT extends MemoryApi {
    private final String user = unique("user");

    /** Makes the model give these answers in order; they are JSON with single quotes. */
    private static void playAnswers(String... answers) {
        SharedServer.model()
                .play(List.of(answers).stream()
                        .map(answer -> ModelScript.answer(answer.replace('\'', '"')))
                        .toArray(ModelScript[]::new));
    }

    private void assertProfile(String json) {
        assertEquals(
                Json.parse(json.replace('\'', '"')), profile(user).expect(200).json());
    }

    private void putProfile(String json) {
        api().put(PROFILE, user).json(json.replace('\'', '"')).send();
    }

    private static boolean isChanged(HttpAnswer analysis) {
        return analysis.expect(200).json().path("changed").asBoolean();
    }

    @Test
    void userMessagesAreAnalyzedIntoProfile() {
        sessionOfUser(user, "I want to prune my hazel.", "Be brief, please.");
        playAnswers("{'tone':'calm','interests':['hazel'],'currentGoal':'Prune the hazel','sentiment':null}");
        var analysis = analyze(user);
        assertTrue(isChanged(analysis));
        assertEquals(2, analysis.number("/prompts"));
        assertEquals("\"1\"", analysis.etag());
        assertEquals(analysis.json().path("profile"), profile(user).json());
        assertProfile("{'tone':'calm','interests':['hazel'],'currentGoal':'Prune the hazel'}");
        var body = modelRequests().get(0);
        for (var field : List.of(
                "expertise",
                "tone",
                "interests",
                "currentGoal",
                "sentiment",
                "communicationStyle",
                "keyEntities",
                "longTermObjective")) {
            assertTrue(body.contains("\\\"" + field + "\\\""), body);
        }
        assertTrue(body.indexOf("I want to prune my hazel.") < body.indexOf("Be brief, please."), body);
    }

    @Test
    void onlySessionsOfTheUserAreRead() {
        sessionOfUser(user, "I keep bees.");
        api().post("/v1/sessions")
                .query("namespace", "garden")
                .json(Json.object("id", user, "userId", user))
                .send()
                .expect(201);
        api().post(MESSAGES, user)
                .query("namespace", "garden")
                .json(batch(
                        message("u", "I plant oaks."),
                        message("a", "assistant", "Fine."),
                        message("s", "system", "Be kind.")))
                .send()
                .expect(201);
        sessionOfUser(unique("other"), "I fear bees.");
        playAnswers("{'tone':'calm'}");
        assertEquals(2, analyze(user).expect(200).number("/prompts"));
        var body = modelRequests().get(0);
        assertTrue(body.contains("I keep bees.\\n---\\nI plant oaks."), body);
        assertFalse(body.contains("I fear bees.") || body.contains("Fine.") || body.contains("Be kind."), body);
    }

    @Test
    void updateKeepsNullFieldsAndReplaceDropsThem() {
        sessionOfUser(user, "I like hazel.");
        putProfile("{'tone':'formal','expertise':'gardening','own':1.50}");
        playAnswers("{'tone':'calm','expertise':null,'interests':[]}");
        assertTrue(isChanged(analyze(user)));
        assertEquals(
                "{\"tone\":\"calm\",\"expertise\":\"gardening\",\"own\":1.50}",
                profile(user).text());
        assertTrue(modelRequests().get(0).contains("[profile]"), modelRequests().get(0));
        assertTrue(modelRequests().get(0).contains("formal"), modelRequests().get(0));
        playAnswers("{'tone':'glad','expertise':null}");
        assertTrue(isChanged(analysis(user, "'mode':'replace'").send()));
        assertProfile("{'tone':'glad'}");
        assertFalse(
                modelRequests().get(0).contains("[profile]"), modelRequests().get(0));
    }

    @Test
    void emptyAnswerLeavesProfileUnchanged() {
        sessionOfUser(user, "Hm.");
        putProfile("{'tone':'calm'}");
        for (var emptyAnswer : List.of("{}", "{'tone':null,'interests':[]}", "{'tone':'  ','keyEntities':{}}")) {
            for (var mode : List.of("update", "replace")) {
                playAnswers(emptyAnswer);
                var analysis = analysis(user, "'mode':'" + mode + "'").send();
                assertFalse(isChanged(analysis));
                assertEquals("\"1\"", analysis.etag());
                assertEquals("calm", analysis.at("/profile/tone"));
            }
        }
        assertProfile("{'tone':'calm'}");
    }

    @Test
    void userWithoutMessagesIsNotAnalyzed() {
        playAnswers("{'tone':'calm'}");
        var analysis = analyze(user);
        assertFalse(isChanged(analysis));
        assertEquals(null, analysis.at("/profile"));
        assertEquals(0, analysis.number("/prompts"));
        assertEquals("\"0\"", analysis.etag());
        assertEquals(0, modelRequests().size());
        profile(user).problem(404, "profile-not-found");
    }

    @Test
    void fieldsOutsideSchemaAreDropped() {
        sessionOfUser(user, "I like hazel.");
        playAnswers("{'tone':'calm','interests':'hazel','shoeSize':43,'keyEntities':{'Bea':'sister'}}");
        var analysis = analyze(user).expect(200);
        assertEquals(Json.array("/interests", "/shoeSize"), analysis.json().path("dropped"));
        assertProfile("{'tone':'calm','keyEntities':{'Bea':'sister'}}");
    }

    @Test
    void requestedSchemaIsUsed() {
        sessionOfUser(user, "I like hazel.");
        playAnswers("{'tree':'hazel','count':'many','tone':'calm'}");
        var schema =
                "'schema':{'type':'object','properties':{'tree':{'type':'string','description':'A liked tree'},'count':{'type':'integer'}}}";
        var analysis = analysis(user, schema).send().expect(200);
        assertProfile("{'tree':'hazel'}");
        assertEquals(Json.array("/count", "/tone"), analysis.json().path("dropped"));
        assertTrue(
                modelRequests().get(0).contains("A liked tree"), modelRequests().get(0));
        analysis(user, "'schema':{'properties':{'a':{'$ref':'#'}}}").send().problem(422, "invalid");
        for (var invalid : List.of(
                "{}",
                "{'properties':{}}",
                "{'properties':7}",
                "{'properties':{'a':7}}",
                "{'type':'tree','properties':{'a':{}}}",
                "{'properties':{'a':{'enum':[[1]]}}}",
                "{'properties':{'a':" + "{'items':".repeat(9) + "{}" + "}".repeat(9) + "}}",
                "{'properties':{'a':{'description':'" + "x".repeat(17_000) + "'}}}",
                "{'properties':{'a':{},'a':{}}}")) {
            assertRefused(analysis(user, "'schema':" + invalid).send()).problem(422, "invalid");
        }
        analysis(user, "'schema':'mine'").send().problem(422, "invalid");
        analysis(user, "'mode':'merge'").send().problem(422, "invalid");
        analysis(user, "'colour':1").send().problem(400, "unknown-field");
    }

    @Test
    void proposedSchemaIsBounded() {
        sessionOfUser(user, "I like hazel.");
        var proposed = new StringBuilder();
        for (var name :
                List.of("__proto__", "1st", "a b", "a b", "x".repeat(60), "constructor", "c", "d", "e", "f", "g")) {
            proposed.append(Json.object("name", name, "description", "y".repeat(2000)))
                    .append(',');
        }
        playAnswers(
                "{'fields':[7,null,{},[]," + proposed + "{'name':{}}]}",
                "{'__proto__':'x','constructor':'hazel','aB':['x'],'c':7,'f':'x'}");
        var analysis = analysis(user, "'schema':'dynamic'").send().expect(200);
        assertEquals(
                Json.array("/__proto__", "/aB", "/c", "/f"), analysis.json().path("dropped"));
        assertProfile("{'constructor':'hazel'}");
        assertTrue(modelRequests().get(1).length() < 10_000, modelRequests().get(1));
    }

    @Test
    void dynamicSchemaIsProposedOnceAndKept() {
        sessionOfUser(user, "I like hazel.");
        playAnswers(
                "{'fields':[{'name':'favourite_trees','description':'Liked ones'},{'name':'goal','description':'Wanted'}]}",
                "{'favouriteTrees':'hazel','tone':'calm'}",
                "{'goal':'A hedge'}",
                "{'fields':[{'name':'bees'},{'name':'birds'}]}",
                "{'bees':'Two hives'}");
        var dynamic = "'schema':'dynamic'";
        assertEquals(
                Json.array("/tone"),
                analysis(user, dynamic).send().expect(200).json().path("dropped"));
        assertProfile("{'favouriteTrees':'hazel'}");
        assertEquals(2, modelRequests().size());
        assertTrue(modelRequests().get(0).contains("2 to 5"), modelRequests().get(0));
        assertTrue(
                modelRequests().get(0).contains("I like hazel."),
                modelRequests().get(0));
        assertTrue(
                modelRequests().get(1).contains("Liked ones"), modelRequests().get(1));
        analysis(user, dynamic).send().expect(200);
        assertEquals(3, modelRequests().size());
        assertTrue(
                modelRequests().get(2).contains("Liked ones"), modelRequests().get(2));
        assertProfile("{'favouriteTrees':'hazel','goal':'A hedge'}");
        api().delete(PROFILE, user).send().expect(204);
        analysis(user, dynamic).send().expect(200);
        assertProfile("{'bees':'Two hives'}");
        assertEquals(5, modelRequests().size());
    }

    @Test
    void jsonIsFoundInFreeFormAnswers() {
        sessionOfUser(user, "I like hazel.");
        for (var answer : List.of(
                "```json\n{'tone':'calm'}\n```",
                "Here it is: {'tone':'calm'} - anything else?",
                "\n {'tone':'calm'}\n")) {
            putProfile("{}");
            playAnswers(answer);
            assertTrue(isChanged(analyze(user)));
            assertProfile("{'tone':'calm'}");
        }
    }

    @Test
    void invalidModelAnswerIsRefused() {
        sessionOfUser(user, "I like hazel.");
        for (var script : List.of(
                ModelScript.answer("I cannot do that."),
                ModelScript.answer("[1,2]"),
                ModelScript.answer("{\"tone\":\"calm\""),
                ModelScript.answer("{\"tone\":\"calm\",\"keyEntities\":{\"a\":\"b\"}"),
                ModelScript.answer("{\"shoeSize\":43}"),
                ModelScript.answer("{\"tone\":\"" + "x".repeat(70_000) + "\"}"),
                ModelScript.answer("  "),
                ModelScript.body("garbage"),
                ModelScript.cutOff("{"),
                ModelScript.huge(2 << 20),
                ModelScript.status(500),
                ModelScript.slow())) {
            SharedServer.model().play(script);
            var failed = analyze(user).problem(502, "summarizer-failed");
            assertFalse(
                    failed.text().contains(ModelEndpoint.KEY) || failed.text().contains("hazel"), failed.text());
            profile(user).problem(404, "profile-not-found");
        }
        putProfile("{'tone':'calm'}");
        for (var proposal : List.of("{'fields':[{'name':'one'}]}", "{'fields':1}", "no")) {
            playAnswers(proposal);
            analysis(user, "'schema':'dynamic'").send().problem(502, "summarizer-failed");
        }
        assertProfile("{'tone':'calm'}");
        assertEquals("\"1\"", profile(user).etag());
    }

    @Test
    void promptToModelIsBounded() {
        var id = sessionOfUser(user, "Older.");
        for (int i = 0; i < 12; i++) {
            appendTurns(id, "Number-" + i + "- " + "word ".repeat(750));
        }
        playAnswers("{'tone':'calm'}");
        assertEquals(8, analyze(user).expect(200).number("/prompts"));
        assertTrue(modelRequests().get(0).contains("Number-11-")
                && modelRequests().get(0).contains("Number-4-"));
        assertFalse(modelRequests().get(0).contains("Number-3-")
                || modelRequests().get(0).contains("Older."));
        appendTurns(id, "Long " + "word ".repeat(20_000));
        playAnswers("{'tone':'calm'}");
        assertEquals(1, analyze(user).expect(200).number("/prompts"));
        assertTrue(
                modelRequests().get(0).length() < 60_000, modelRequests().get(0).length() + " characters");
    }

    @Test
    void longPromptIsTruncatedAtWholeCharacter() {
        sessionOfUser(user, "x" + "🌳".repeat(20_000));
        playAnswers("{'tone':'calm'}");
        assertEquals(1, analyze(user).expect(200).number("/prompts"));
        var prompt = Json.text(Json.parse(modelRequests().get(0)).at("/messages/1/content"));
        assertEquals("x" + "🌳".repeat(15_999), prompt);
    }

    /** AgentScope writes roles in capitals. Tool results in user messages are not text of the user. */
    @Test
    void toolResultsAreNotPrompts() {
        var id = sessionOfUser(user);
        append(
                        id,
                        """
                        {"id":"q","name":"ada","role":"USER","content":[{"type":"text","text":"I like hazel."}]}""",
                        """
                        {"id":"a","name":"Friday","role":"ASSISTANT","content":[{"type":"tool_use","id":"t","name":"w","input":{}}]}""",
                        """
                        {"id":"r","name":"Friday","role":"TOOL","content":[{"type":"tool_result","id":"t","name":"w",\
                        "output":[{"type":"text","text":"Rain."}]}]}""",
                        """
                        {"id":"u","role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"Snow."}]}""")
                .expect(201);
        playAnswers("{'tone':'calm'}");
        assertEquals(1, analyze(user).expect(200).number("/prompts"));
        var prompt = modelRequests().get(0);
        assertTrue(prompt.contains("I like hazel."), prompt);
        assertFalse(prompt.contains("Rain.") || prompt.contains("Snow."), prompt);
    }

    @Test
    void promptBeforeManyAnswersIsFound() {
        var id = sessionOfUser(user, "I like hazel.");
        var answers = new String[250];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = message("x" + i, "assistant", "Answer " + i);
        }
        append(id, answers).expect(201);
        playAnswers("{'tone':'calm'}");
        assertEquals(1, analyze(user).expect(200).number("/prompts"));
    }

    @Test
    void analysisMayBeLimitedToOneSession() {
        var id = sessionOfUser(user, "I like hazel.");
        sessionOfUser(user, "I keep bees.");
        playAnswers("{'tone':'calm'}");
        assertEquals(
                1, analysis(user, "'sessionId':'" + id + "'").send().expect(200).number("/prompts"));
        assertFalse(modelRequests().get(0).contains("bees"), modelRequests().get(0));
        var foreignSession = sessionOfUser(unique("other"), "I fear bees.");
        analysis(user, "'sessionId':'" + foreignSession + "'").send().problem(404, "session-not-found");
        analysis(user, "'sessionId':'" + id + "','namespace':'elsewhere'")
                .send()
                .problem(404, "session-not-found");
        analysis(user, "'sessionId':'a/b'").send().problem(422, "invalid-id");
        analysis(user, "'sessionId':'" + session() + "'").send().problem(409, "no-user");
    }

    @Test
    void agentConfiguresAnalysis() {
        var agent = agentWith(
                "'model':'small','profile':{'every':0,'mode':'replace','schema':{'properties':{'tree':{'type':'string'}}}},");
        var id = sessionOf(agent, user);
        appendTurns(id, "I like hazel.");
        putProfile("{'tone':'calm'}");
        playAnswers("{'tree':'hazel'}", "{'tone':'glad'}");
        analysis(user, "'sessionId':'" + id + "'").send().expect(200);
        assertProfile("{'tree':'hazel'}");
        assertTrue(
                modelRequests().get(0).contains("\"model\":\"small\""),
                modelRequests().get(0));
        analysis(user, "'mode':'update','schema':'default','sessionId':'" + id + "'")
                .send()
                .expect(200);
        assertProfile("{'tree':'hazel','tone':'glad'}");
    }

    @Test
    void runningAnalysisBlocksNoRequest() {
        var gate = new Gate();
        var id = sessionOfUser(user, "I like hazel.");
        SharedServer.model().play(gate.answering("{\"tone\":\"calm\"}"));
        var running = CompletableFuture.supplyAsync(() -> analyze(user));
        Gate.await(gate.asked());
        appendTurns(id, "And oaks.");
        analyze(user).problem(409, "busy");
        profile(user).problem(404, "profile-not-found");
        gate.open().countDown();
        assertTrue(isChanged(running.join()));
        assertProfile("{'tone':'calm'}");
    }

    @Test
    void profileWrittenDuringAnalysisIsKept() {
        sessionOfUser(user, "I like hazel.");
        for (boolean deleted : List.of(false, true)) {
            putProfile("{'tone':'formal'}");
            var gate = new Gate();
            SharedServer.model().play(gate.answering("{\"tone\":\"calm\"}"));
            var running = CompletableFuture.supplyAsync(() -> analyze(user));
            Gate.await(gate.asked());
            if (deleted) {
                api().delete(PROFILE, user).send().expect(204);
            } else {
                putProfile("{'tone':'by hand'}");
            }
            gate.open().countDown();
            running.join().problem(409, "busy");
            if (deleted) {
                profile(user).problem(404, "profile-not-found");
            } else {
                assertProfile("{'tone':'by hand'}");
            }
        }
    }

    @Test
    void analysisWithIdempotencyKeyRunsOnce() {
        sessionOfUser(user, "I like hazel.");
        playAnswers("{'tone':'calm'}", "{'tone':'glad'}");
        var call = api().post(PROFILE, user).header("Idempotency-Key", "once");
        var first = call.send().expect(200);
        var replayed = call.send().expect(200);
        assertEquals(first.text(), replayed.text());
        assertEquals("true", replayed.header("Idempotency-Replayed"));
        assertProfile("{'tone':'calm'}");
    }

    @Test
    void userOfOtherTenantIsSeparate() {
        var id = sessionOfUser(user, "I like hazel.");
        putProfile("{'tone':'formal'}");
        playAnswers("{'tone':'calm'}");
        var otherTenant = api().as(token(unique("t"), "write"));
        var analysis = otherTenant.post(PROFILE, user).send().expect(200);
        assertFalse(isChanged(analysis));
        assertEquals(null, analysis.at("/profile"));
        assertEquals(0, analysis.number("/prompts"));
        otherTenant
                .post(PROFILE, user)
                .json(Json.object("sessionId", id))
                .send()
                .problem(404, "session-not-found");
        assertEquals(0, modelRequests().size());
        api().as(token("default", "read")).post(PROFILE, user).send().problem(403, "forbidden");
        assertProfile("{'tone':'formal'}");
    }
}
