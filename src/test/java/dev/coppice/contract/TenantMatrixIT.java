package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.openapi.ExampleRequest;
import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation of the OpenAPI document, sent by those who may not: another tenant, somebody without a valid token,
 * somebody with too small a scope. Rows are made of the document's examples, whose ids the owner has. Another tenant gets
 * the same bytes before the owner exists and afterwards. A new operation is a new row; an id that the owner does not have
 * fails the test.
 */
@DatabaseNeutral
@Order(IndexApi.FIRST)
class TenantMatrixIT extends PromptApi {
    private static final String SESSION_ID = "support-17";
    private static final String OWN = "own-session";
    private static final String SECRET = "canary-of-the-owner";
    private static final String TENANT = unique("owner");
    private static final String UNKNOWN = "999999999";
    private static final Duration BOUND = Duration.ofMinutes(1);

    /** Streams without an end; {@code FeedIT} has them. */
    private static final Set<String> ENDLESS = Set.of("events");

    /** Parameters of the query that name something, and what they name in the owner's tenant. */
    private static final Map<String, String> QUERY_IDS = Map.ofEntries(
            Map.entry("leafId", "a1"),
            Map.entry("before", "q2"),
            Map.entry("after", "q1"),
            Map.entry("from", "q1"),
            Map.entry("parentId", "q1"),
            Map.entry("id", "q1"),
            Map.entry("parent", SESSION_ID),
            Map.entry("excludeSessionId", SESSION_ID),
            Map.entry("session", SESSION_ID),
            Map.entry("userId", "ada"),
            Map.entry("user", "ada"),
            Map.entry("agent", "gardener"),
            Map.entry("agentId", "gardener"),
            Map.entry("runId", "r1"));

    /** Parameters with the name of an id that are a time, a number or a position. */
    private static final Set<String> NO_ID =
            Set.of("search from", "listSessions from", "getItems from", "exportAuditLog from", "exportAuditLog after");

    /** Parameters of the query that name nothing of a tenant. TenantsIT has cursors. */
    private static final Set<String> OTHER_QUERY = Set.of(
            ("namespace limit cursor order include last first maxTokens maxBytes raw toolOutputs keepRecent step pairs"
                            + " format turns toolResults runs create root compaction reminder preview dryRun messages"
                            + " status q role source to wait type ended tools lastEventId")
                    .split(" "));

    /** What the sender itself has done, at times that differ; only the owner's data are looked for. */
    private static final Set<String> OWN_TRACES = Set.of("exportAuditLog");

    /** Requests that a reading token may send as POST; the tools check the scope themselves, see ToolRightsIT. */
    private static final Set<String> READS_BY_POST = Set.of("mcp", "callTool");

    private static final List<ExampleRequest> ROWS = rows();

    /** Values of the path's parameters that differ from the examples. */
    private static final Map<String, String> IDS =
            new TreeMap<>(Map.of("tenantId", TENANT, "itemId", "q1", "conversationId", SESSION_ID, "tokenId", UNKNOWN));

    /** Answers to other tenants before the owner exists, by row. */
    private static final Map<String, String> BEFORE = new TreeMap<>();

    private static Api owner;
    private static List<String> world;
    private static String readingToken;
    private static String writingToken;

    /** The requests of the document, then each once more with every id of the query. */
    private static List<ExampleRequest> rows() {
        var rows = new ArrayList<ExampleRequest>();
        for (var row : ExampleRequest.all()) {
            if (row.isOpen()) {
                continue;
            }
            rows.add(row);
            for (var name : row.declaredQuery()) {
                assertTrue(QUERY_IDS.containsKey(name) || OTHER_QUERY.contains(name), row + ": is " + name + " an id?");
                if (QUERY_IDS.containsKey(name) && !NO_ID.contains(row.id() + " " + name)) {
                    boolean isList = row.id().equals("listConversations");
                    rows.add(row.withQuery(name, isList ? SESSION_ID : QUERY_IDS.get(name)));
                }
            }
        }
        return rows;
    }

    /** Rows of other tenants: with the owner's session in the path, and with one of their own. */
    static Stream<ExampleRequest> foreign() {
        return ROWS.stream()
                .filter(row -> !ENDLESS.contains(row.id()))
                .flatMap(row -> Stream.of(row, inOwnSession(row)))
                .distinct();
    }

    /** The request with a session of the sender in its path, if body or query can name something of the owner. */
    private static ExampleRequest inOwnSession(ExampleRequest row) {
        if (row.body().isEmpty() && row.query().isEmpty() || row.id().equals("sessionEvents")) {
            return row;
        }
        return Stream.of("sessionId", "conversationId")
                .filter(row.path()::containsKey)
                .map(name -> row.withPath(name, OWN))
                .findFirst()
                .orElse(row);
    }

    static Stream<ExampleRequest> operations() {
        return ExampleRequest.firsts().stream().filter(row -> !row.isOpen());
    }

    @BeforeAll
    static void createOwner() {
        foreign().forEach(row -> BEFORE.put(key(row), answerToStranger(row)));
        owner = api().as(token(TENANT, "admin", "write"));
        createSession();
        owner.put("/v1/users/{}/profile", "ada")
                .json(Json.object("tone", SECRET))
                .send()
                .expect(201);
        var compaction = owner.post(SESSION + "/compactions", SESSION_ID)
                .json(Json.object("fromMessageId", "q1", "toMessageId", "a1", "summary", SECRET))
                .send()
                .expect(201);
        IDS.put("compactionId", compaction.at("/id"));
        var reading = issue("read");
        IDS.put("tokenId", reading.at("/id"));
        readingToken = reading.at("/token");
        writingToken = issue("write").at("/token");
        owner.get(PROMPT, SESSION_ID).send().expect(200);
        world = world();
    }

    private static void createSession() {
        declare(owner, "gardener", "", "{'label':'memory'}", "{'label':'skills','provider':{'type':'skills'}}")
                .expect(201);
        owner.put(SESSION, SESSION_ID)
                .json(Json.object("agent", "gardener", "userId", "ada", "name", SECRET))
                .send()
                .expect(201);
        owner.put(BLOCK, SESSION_ID, "memory")
                .json(Json.object("content", SECRET))
                .send()
                .expect(200);
        owner.put(ENTRY, SESSION_ID, "skills", "pirate")
                .json(Json.object("content", SECRET, "description", SECRET))
                .send()
                .expect(201);
        owner.post(MESSAGES, SESSION_ID)
                .json(batch(message("q1", SECRET), message("a1", "assistant", SECRET), message("q2", SECRET)))
                .send()
                .expect(201);
        owner.put(SESSION + "/state", SESSION_ID)
                .json(Json.object("k", SECRET))
                .send()
                .expect(200);
        owner.put(SESSION + "/values/memory_messages", SESSION_ID)
                .json("[\"" + SECRET + "\"]")
                .send()
                .expect(201);
        owner.put(SESSION + "/runs/r1", SESSION_ID)
                .json("{\"status\":\"paused\",\"agentId\":\"gardener\"}")
                .send()
                .expect(201);
    }

    /** A token of the owner's tenant. */
    private static HttpAnswer issue(String scope, Object... members) {
        var body = Json.object("tenant", TENANT, "scopes", List.of(scope), "name", SECRET);
        body.setAll(Json.object(members));
        return api().post("/v1/tokens").json(body).send().expect(201);
    }

    private static void assertUnchanged(ExampleRequest row) {
        if (!row.isRead()) {
            assertEquals(world, world());
        }
    }

    /** What the owner reads; others never change it. */
    private static List<String> world() {
        var world = new ArrayList<String>();
        for (var path : List.of("", "/history", "/tree", "/context", "/state", "/values", "/runs", "/compactions")) {
            world.add(owner.get(SESSION + path, SESSION_ID).send().expect(200).text());
        }
        for (var path : List.of("/v1/sessions", "/v1/agents", "/v1/users/ada/profile")) {
            world.add(owner.get(path).send().expect(200).text());
        }
        owner.get("/v1/tokens").send().expect(200).json().path("items").forEach(token -> {
            if (IDS.get("tokenId").equals(Json.text(token.path("id")))) {
                world.add(token.path("id") + " ends " + token.path("expiresAt"));
            }
        });
        world.add(owner.get("/v1/tenants/{}", TENANT).send().expect(200).at("/quotas/sessions"));
        return world;
    }

    /** The row with the ids that the owner has, or will have. */
    private static ExampleRequest named(ExampleRequest row) {
        var named = row;
        for (var name : row.path().keySet()) {
            if (IDS.containsKey(name) && !row.path().get(name).equals(OWN)) {
                named = named.withPath(name, IDS.get(name));
            }
        }
        boolean isEntry = row.operation().template().contains("/entries");
        return isEntry ? named.withPath("label", "skills") : named;
    }

    private static String key(ExampleRequest row) {
        return row + " " + row.path();
    }

    /** The answer to a new tenant, which has one session with one message if the path names that. */
    private static String answerToStranger(ExampleRequest row) {
        var name = unique("stranger");
        var stranger = api().as(token(name, "admin", "write"));
        if (row.path().containsValue(OWN)) {
            stranger.put(SESSION, OWN).send().expect(201);
            stranger.post(MESSAGES, OWN)
                    .json(batch(message("m0", "own")))
                    .send()
                    .expect(201);
        }
        var request = named(row);
        var answer = request.call(stranger).send();
        assertTrue(answer.status() < 500, answer.toString());
        var headers = new TreeMap<>(answer.headers().map());
        headers.keySet().removeAll(Set.of("date", "x-request-id", "content-length"));
        var text = answer.text().replace(name, "stranger");
        for (var id : row.path().keySet()) {
            text = text.replace(request.path().get(id), "the " + id);
        }
        var body = answer.status() >= 400 ? text : OWN_TRACES.contains(row.id()) ? "" : withoutGenerated(text);
        assertFalse(answer.text().contains(SECRET), answer.toString());
        return answer.status() + " " + withoutGenerated(headers.toString()) + " " + body;
    }

    /** A success without ids and times that the server has chosen. */
    private static String withoutGenerated(String text) {
        return text.replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "time")
                .replaceAll("(conv_|msg_|fc_|fco_)?[0-9a-f]{8}-?[0-9a-f-]{24,}", "id")
                .replaceAll("\"id\":\"\\d+\"", "\"id\":\"number\"")
                .replaceAll("\"target\":\"\\d+\"", "\"target\":\"number\"")
                .replaceAll("\"token\":\"[^\"]*\"", "\"token\":\"secret\"")
                .replaceAll("\"lastUsedAt\":(null|\"time\")", "used")
                .replaceAll("\"created_?[aA]t\":\\d+", "time");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("foreign")
    void otherTenantGetsTheAnswerForWhatDoesNotExist(ExampleRequest row) {
        assertEquals(BEFORE.get(key(row)), answerToStranger(row));
        assertUnchanged(row);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void requestWithoutValidTokenIsRefused(ExampleRequest row) {
        for (var token : new String[] {null, "invalid", "cpc_" + "0".repeat(43)}) {
            assertUnauthenticated(row, api().as(token));
        }
    }

    private static void assertUnauthenticated(ExampleRequest row, Api api) {
        var answer = named(row).call(api).send().expect(401);
        assertFalse(answer.text().contains(SECRET), answer.toString());
        assertNotNull(answer.header("WWW-Authenticate"), answer.toString());
    }

    @Test
    void expiredTokenIsRefused() {
        var end = Instant.now().plusSeconds(5).truncatedTo(ChronoUnit.MILLIS);
        var api = api().as(issue("admin", "expiresAt", end.toString()).at("/token"));
        Await.until(
                "the token expires", BOUND, () -> api.get("/v1/sessions").send().status() == 401);
        operations().forEach(row -> assertUnauthenticated(row, api));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void requestWithTooSmallScopeIsRefused(ExampleRequest row) {
        var description = row.operation().node().path("description").asText();
        boolean needsAdmin = row.operation().template().matches("/v1/(tokens|tenants|admin)(/.*)?")
                || description.contains("Needs the scope `admin`");
        if (needsAdmin) {
            named(row).call(api().as(writingToken)).send().expect(403);
        }
        if (needsAdmin || !row.isRead() && !READS_BY_POST.contains(row.id())) {
            named(row).call(api().as(readingToken)).send().expect(403);
        }
        assertUnchanged(row);
    }

    /** Otherwise the other tests would compare answers for what nobody has. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void ownerHasWhatRowsName(ExampleRequest row) {
        if (row.isRead() && !row.path().isEmpty() && !row.id().equals("sessionEvents")) {
            named(row).call(owner).send().expect(200);
        }
    }
}
