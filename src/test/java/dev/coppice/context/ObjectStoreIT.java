package dev.coppice.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.BlockScope;
import dev.coppice.agent.ProviderSpec;
import dev.coppice.session.SessionName;
import dev.coppice.support.S3Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Skills in a real object store; each test has a tenant of its own. */
class ObjectStoreIT {

    private static final int MAX_BYTES = 10_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final AtomicInteger TENANTS = new AtomicInteger();
    private static S3Server server;
    private static ObjectStore store;

    private final String tenant = "tenant-" + TENANTS.incrementAndGet();

    @BeforeAll
    static void start() {
        server = new S3Server("s3");
        server.start();
        store = store(server.endpoint(), "{tenant}/", 1000, TIMEOUT);
    }

    @AfterAll
    static void stop() {
        store.close();
        server.close();
    }

    @Test
    void nothingIsListedOfNothing() {
        assertEquals("", all().get(use()));
        assertEquals(List.of(), all().list(use(), null, 10));
        assertEquals(Optional.empty(), all().load(use(), "review"));
    }

    @Test
    void skillsAreListedByKeyWithTheirDescriptions() {
        put("skills/review", "Read it.", Map.of("description", "How to review"));
        put("skills/debug", "Look.", Map.of());
        put("skills/a/deep one", "Deep.", Map.of("description", "=?UTF-8?Q?Gr=C3=BC=C3=9Fe?="));
        assertEquals(
                """
                - a/deep one: Grüße
                - debug
                - review: How to review""",
                all().get(use()));
        assertEquals(Optional.of("Read it."), all().load(use(), "review"));
        assertEquals(Optional.of("Deep."), all().load(use(), "a/deep one"));
    }

    @Test
    void onlyAllowedSkillsAreThere() {
        for (var key : List.of("a", "b", "c")) {
            put("skills/" + key, "Text of " + key, Map.of("description", "about " + key));
        }
        var some = skills("skills/", List.of("c", "missing", "a"));
        assertEquals("- a: about a\n- c: about c", some.get(use()));
        assertEquals(List.of("a"), keys(some.list(use(), null, 1)));
        assertEquals(List.of("c"), keys(some.list(use(), "a", 10)));
        assertEquals(Optional.empty(), some.load(use(), "b"));
        assertEquals(Optional.empty(), some.load(use(), "missing"));
        assertEquals(Optional.of("Text of c"), some.load(use(), "c"));
        refused(Code.BLOCK_READONLY, () -> some.set(use(), entry("b", null, "mine")));
        refused(Code.BLOCK_READONLY, () -> some.remove(use(), "b"));
        some.set(use(), entry("missing", "now here", "text"));
        assertEquals("- a: about a\n- c: about c\n- missing: now here", some.get(use()));
        assertEquals("", skills("skills/", List.of()).get(use()));
    }

    @Test
    void nothingBesideThePrefixIsReached() {
        put("skills/mine", "mine", Map.of());
        put("other/secret", "secret", Map.of());
        assertEquals("- mine", all().get(use()));
        for (var key : List.of("../other/secret", "..\\other\\secret", "/../other/secret", "a/../../other/secret")) {
            assertEquals(Optional.empty(), all().load(use(), key), key);
            refused(Code.INVALID_ID, () -> all().set(use(), entry(key, null, "x")));
            refused(Code.INVALID_ID, () -> all().remove(use(), key));
        }
        assertEquals(Optional.empty(), skills("skills/../other/", null).load(use(), "secret"));
        assertEquals("", skills("skills/../other/", null).get(use()));
    }

    @Test
    void tenantsDoNotReachEachOther() {
        put("skills/mine", "mine", Map.of());
        var other = use(tenant + "x");
        assertEquals("", all().get(other));
        assertEquals(Optional.empty(), all().load(other, "mine"));
        assertFalse(all().remove(other, "mine"));
        all().set(other, entry("mine", null, "theirs"));
        assertEquals(Optional.of("mine"), all().load(use(), "mine"));
        assertEquals(Optional.of("theirs"), all().load(other, "mine"));
        for (var prefix : List.of("", "../" + tenant + "x/", "x/")) {
            assertEquals(Optional.empty(), skills(prefix, null).load(use(), "../" + tenant + "x/skills/mine"));
            assertFalse(skills(prefix, null).get(use()).contains("x/"), prefix);
        }
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        var key = "geschäft/größe ?&=#%2F+1";
        all().set(use(), new ContextEntry(key, "Größe", "Über 😀\n- forged: line", "Grüße 😀\r\n"));
        assertEquals(Optional.of("Grüße 😀\r\n"), all().load(use(), key));
        assertEquals("- " + key + ": Über 😀 - forged: line", all().get(use()));
        assertEquals(
                List.of(new ContextEntry(key, "Größe", "Über 😀\n- forged: line", null)), all().list(use(), null, 10));
        all().set(use(), entry(key, null, "again"));
        assertEquals(Optional.of("again"), all().load(use(), key));
        assertEquals("- " + key, all().get(use()));
        assertTrue(all().remove(use(), key));
        assertFalse(all().remove(use(), key));
        assertEquals("", all().get(use()));
    }

    @Test
    void theListGoesOnBehindAKey() {
        for (var key : List.of("e", "b", "d", "a", "c", "folder/")) {
            put("skills/" + key, key.endsWith("/") ? "" : "text", Map.of());
        }
        assertEquals(List.of("a", "b"), keys(all().list(use(), null, 2)));
        assertEquals(List.of("c", "d"), keys(all().list(use(), "b", 2)));
        assertEquals(List.of("e"), keys(all().list(use(), "d", 2)));
        assertEquals(List.of(), keys(all().list(use(), "e", 2)));
    }

    @Test
    void onlyTheFirstOfTooManyAreListed() {
        for (var key : List.of("a", "b", "c", "d")) {
            put("skills/" + key, "text", Map.of());
        }
        var three = store(server.endpoint(), "{tenant}/", 3, TIMEOUT);
        assertEquals("- a\n- b\n- c", three.skills(spec("skills/", null)).get(use()));
        three.close();
    }

    @Test
    void aDocumentIsAsLargeAsAMessageAtMost() {
        put("skills/large", "x".repeat(MAX_BYTES), Map.of());
        put("skills/larger", "x".repeat(MAX_BYTES + 1), Map.of());
        assertEquals(MAX_BYTES, all().load(use(), "large").orElseThrow().length());
        refused(Code.BLOCK_TOO_LONG, () -> all().load(use(), "larger"));
        refused(Code.BLOCK_TOO_LONG, () -> all().set(use(), entry("new", null, "ü".repeat(MAX_BYTES / 2 + 1))));
        refused(Code.INVALID, () -> all().set(use(), entry("new", "x".repeat(2048), "text")));
        assertEquals("- large\n- larger", all().get(use()));
    }

    @Test
    void withoutATenantsFolderTheRootIsShared() {
        var shared = store(server.endpoint(), "", 1000, TIMEOUT);
        shared.skills(spec(tenant + "/skills/", null)).set(use("any"), entry("one", null, "text"));
        assertEquals(Optional.of("text"), all().load(use(), "one"));
        shared.close();
    }

    @Test
    void aStoreThatIsDownIsUnavailableUntilItIsBack() {
        var own = new S3Server("s3-down");
        var client = store(own.endpoint(), "{tenant}/", 1000, TIMEOUT);
        var skills = client.skills(spec("skills/", null));
        unavailable(() -> skills.get(use()));
        own.start();
        skills.set(use(), entry("one", null, "text"));
        assertEquals("- one", skills.get(use()));
        own.stop();
        unavailable(() -> skills.get(use()));
        unavailable(() -> skills.load(use(), "one"));
        unavailable(() -> skills.set(use(), entry("two", null, "text")));
        unavailable(() -> client.skills(spec("", List.of("one"))).get(use()));
        own.start();
        skills.set(use(), entry("three", null, "text"));
        assertEquals(Optional.of("text"), skills.load(use(), "three"));
        client.close();
        own.close();
    }

    @Test
    void aStoreThatNeverAnswersIsUnavailableInTime() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var endpoint = URI.create("http://127.0.0.1:" + silent.getLocalPort());
            var client = store(endpoint, "{tenant}/", 1000, Duration.ofSeconds(1));
            unavailable(() -> client.skills(spec("skills/", null)).get(use()));
            unavailable(() -> client.skills(spec("skills/", null)).load(use(), "one"));
            unavailable(() -> client.skills(spec("", List.of("a", "b", "c"))).get(use()));
            client.close();
        }
    }

    @Test
    void withoutABucketThereIsNoStore() {
        var settings = new S3Settings(null, "us-east-1", null, null, null, false, "", TIMEOUT, 1000);
        var none = new ObjectStore(settings, MAX_BYTES, Executors.defaultThreadFactory());
        var problem = unavailable(() -> none.skills(spec("", null)).get(use()));
        assertTrue(problem.getMessage().contains("coppice.s3.bucket"));
        none.close();
    }

    private static ObjectStore store(URI endpoint, String root, int maxSkills, Duration timeout) {
        var settings = new S3Settings(
                endpoint, "us-east-1", S3Server.BUCKET, "coppice", "coppice", true, root, timeout, maxSkills);
        return new ObjectStore(settings, MAX_BYTES, Executors.defaultThreadFactory());
    }

    private static ProviderSpec spec(String prefix, List<String> keys) {
        return new ProviderSpec("s3-skills", null, prefix, keys);
    }

    private static S3Skills skills(String prefix, List<String> keys) {
        return store.skills(spec(prefix, keys));
    }

    private static S3Skills all() {
        return skills("skills/", null);
    }

    private BlockUse use() {
        return use(tenant);
    }

    private static BlockUse use(String tenant) {
        return new BlockUse(new SessionName(tenant, "", "s"), null, null, "skills", BlockScope.SESSION);
    }

    private void put(String name, String text, Map<String, String> metadata) {
        server.put(tenant + "/" + name, text, metadata);
    }

    private static ContextEntry entry(String key, String description, String content) {
        return new ContextEntry(key, null, description, content);
    }

    private static List<String> keys(List<ContextEntry> entries) {
        return entries.stream().map(ContextEntry::key).toList();
    }

    private static void refused(Code code, Executable call) {
        assertEquals(code, assertThrows(Problem.class, call).code());
    }

    /** Within the timeout, and a second for a busy machine. */
    private static Problem unavailable(Executable call) {
        var problem = assertTimeoutPreemptively(TIMEOUT.plusSeconds(1), () -> assertThrows(Problem.class, call));
        assertEquals(Code.STORE_UNAVAILABLE, problem.code());
        return problem;
    }
}
