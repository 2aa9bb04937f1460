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
import dev.coppice.agent.ProviderType;
import dev.coppice.context.s3.ObjectStore;
import dev.coppice.context.s3.S3Settings;
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

/** Tests skills in a real object store. Each test uses a separate tenant. */
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
    void emptyStoreHasNoSkills() {
        assertEquals("", all().get(block()));
        assertEquals(List.of(), all().list(block(), null, 10));
        assertEquals(Optional.empty(), all().load(block(), "review"));
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
                all().get(block()));
        assertEquals(Optional.of("Read it."), all().load(block(), "review"));
        assertEquals(Optional.of("Deep."), all().load(block(), "a/deep one"));
    }

    @Test
    void allowListLimitsSkills() {
        for (var key : List.of("a", "b", "c")) {
            put("skills/" + key, "Text of " + key, Map.of("description", "about " + key));
        }
        var some = skills("skills/", List.of("c", "missing", "a"));
        assertEquals("- a: about a\n- c: about c", some.get(block()));
        assertEquals(List.of("a"), keys(some.list(block(), null, 1)));
        assertEquals(List.of("c"), keys(some.list(block(), "a", 10)));
        assertEquals(Optional.empty(), some.load(block(), "b"));
        assertEquals(Optional.empty(), some.load(block(), "missing"));
        assertEquals(Optional.of("Text of c"), some.load(block(), "c"));
        refused(Code.BLOCK_READONLY, () -> some.set(block(), entry("b", null, "mine")));
        refused(Code.BLOCK_READONLY, () -> some.remove(block(), "b"));
        some.set(block(), entry("missing", "now here", "text"));
        assertEquals("- a: about a\n- c: about c\n- missing: now here", some.get(block()));
        assertEquals("", skills("skills/", List.of()).get(block()));
    }

    @Test
    void keysCannotNameObjectsOutsideThePrefix() {
        put("skills/mine", "mine", Map.of());
        put("other/secret", "secret", Map.of());
        assertEquals("- mine", all().get(block()));
        for (var key : List.of("../other/secret", "..\\other\\secret", "/../other/secret", "a/../../other/secret")) {
            assertEquals(Optional.empty(), all().load(block(), key), key);
            refused(Code.INVALID_ID, () -> all().set(block(), entry(key, null, "x")));
            refused(Code.INVALID_ID, () -> all().remove(block(), key));
        }
        assertEquals(Optional.empty(), skills("skills/../other/", null).load(block(), "secret"));
        assertEquals("", skills("skills/../other/", null).get(block()));
    }

    @Test
    void tenantsAreSeparated() {
        put("skills/mine", "mine", Map.of());
        var other = block(tenant + "x");
        assertEquals("", all().get(other));
        assertEquals(Optional.empty(), all().load(other, "mine"));
        assertFalse(all().remove(other, "mine"));
        all().set(other, entry("mine", null, "theirs"));
        assertEquals(Optional.of("mine"), all().load(block(), "mine"));
        assertEquals(Optional.of("theirs"), all().load(other, "mine"));
        for (var prefix : List.of("", "../" + tenant + "x/", "x/")) {
            assertEquals(Optional.empty(), skills(prefix, null).load(block(), "../" + tenant + "x/skills/mine"));
            assertFalse(skills(prefix, null).get(block()).contains("x/"), prefix);
        }
    }

    @Test
    void writtenSkillIsReadAgain() {
        var key = "geschäft/größe ?&=#%2F+1";
        all().set(block(), new BlockEntry(key, "Größe", "Über 😀\n- forged: line", "Grüße 😀\r\n"));
        assertEquals(Optional.of("Grüße 😀\r\n"), all().load(block(), key));
        assertEquals("- " + key + ": Über 😀 - forged: line", all().get(block()));
        assertEquals(
                List.of(new BlockEntry(key, "Größe", "Über 😀\n- forged: line", null)), all().list(block(), null, 10));
        all().set(block(), entry(key, null, "again"));
        assertEquals(Optional.of("again"), all().load(block(), key));
        assertEquals("- " + key, all().get(block()));
        assertTrue(all().remove(block(), key));
        assertFalse(all().remove(block(), key));
        assertEquals("", all().get(block()));
    }

    @Test
    void listContinuesAfterAKey() {
        for (var key : List.of("e", "b", "d", "a", "c", "folder/")) {
            put("skills/" + key, key.endsWith("/") ? "" : "text", Map.of());
        }
        assertEquals(List.of("a", "b"), keys(all().list(block(), null, 2)));
        assertEquals(List.of("c", "d"), keys(all().list(block(), "b", 2)));
        assertEquals(List.of("e"), keys(all().list(block(), "d", 2)));
        assertEquals(List.of(), keys(all().list(block(), "e", 2)));
    }

    @Test
    void listingIsLimitedToMaxSkills() {
        for (var key : List.of("a", "b", "c", "d")) {
            put("skills/" + key, "text", Map.of());
        }
        var three = store(server.endpoint(), "{tenant}/", 3, TIMEOUT);
        assertEquals("- a\n- b\n- c", new S3SkillProvider(three, spec("skills/", null)).get(block()));
        three.close();
    }

    @Test
    void documentSizeIsLimited() {
        put("skills/large", "x".repeat(MAX_BYTES), Map.of());
        put("skills/larger", "x".repeat(MAX_BYTES + 1), Map.of());
        assertEquals(MAX_BYTES, all().load(block(), "large").orElseThrow().length());
        refused(Code.BLOCK_TOO_LONG, () -> all().load(block(), "larger"));
        refused(Code.BLOCK_TOO_LONG, () -> all().set(block(), entry("new", null, "ü".repeat(MAX_BYTES / 2 + 1))));
        refused(Code.INVALID, () -> all().set(block(), entry("new", "x".repeat(2048), "text")));
        assertEquals("- large\n- larger", all().get(block()));
    }

    @Test
    void rootWithoutTenantIsShared() {
        var shared = store(server.endpoint(), "", 1000, TIMEOUT);
        new S3SkillProvider(shared, spec(tenant + "/skills/", null)).set(block("any"), entry("one", null, "text"));
        assertEquals(Optional.of("text"), all().load(block(), "one"));
        shared.close();
    }

    @Test
    void stoppedStoreIsUnavailableUntilRestart() {
        var own = new S3Server("s3-down");
        var client = store(own.endpoint(), "{tenant}/", 1000, TIMEOUT);
        var skills = new S3SkillProvider(client, spec("skills/", null));
        unavailable(() -> skills.get(block()));
        own.start();
        skills.set(block(), entry("one", null, "text"));
        assertEquals("- one", skills.get(block()));
        own.stop();
        unavailable(() -> skills.get(block()));
        unavailable(() -> skills.load(block(), "one"));
        unavailable(() -> skills.set(block(), entry("two", null, "text")));
        unavailable(() -> new S3SkillProvider(client, spec("", List.of("one"))).get(block()));
        own.start();
        skills.set(block(), entry("three", null, "text"));
        assertEquals(Optional.of("text"), skills.load(block(), "three"));
        client.close();
        own.close();
    }

    @Test
    void silentStoreIsUnavailableAfterTimeout() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var endpoint = URI.create("http://127.0.0.1:" + silent.getLocalPort());
            var client = store(endpoint, "{tenant}/", 1000, Duration.ofSeconds(1));
            unavailable(() -> new S3SkillProvider(client, spec("skills/", null)).get(block()));
            unavailable(() -> new S3SkillProvider(client, spec("skills/", null)).load(block(), "one"));
            unavailable(() -> new S3SkillProvider(client, spec("", List.of("a", "b", "c"))).get(block()));
            client.close();
        }
    }

    @Test
    void missingBucketIsUnavailable() {
        var settings = new S3Settings(null, "us-east-1", null, null, null, false, "", TIMEOUT, 1000);
        var none = new ObjectStore(settings, MAX_BYTES, Executors.defaultThreadFactory());
        var problem = unavailable(() -> new S3SkillProvider(none, spec("", null)).get(block()));
        assertTrue(problem.getMessage().contains("coppice.s3.bucket"));
        none.close();
    }

    private static ObjectStore store(URI endpoint, String root, int maxSkills, Duration timeout) {
        var settings = new S3Settings(
                endpoint, "us-east-1", S3Server.BUCKET, "coppice", "coppice", true, root, timeout, maxSkills);
        return new ObjectStore(settings, MAX_BYTES, Executors.defaultThreadFactory());
    }

    private static ProviderSpec spec(String prefix, List<String> keys) {
        return new ProviderSpec(ProviderType.S3_SKILLS, null, prefix, keys);
    }

    private static S3SkillProvider skills(String prefix, List<String> keys) {
        return new S3SkillProvider(store, spec(prefix, keys));
    }

    private static S3SkillProvider all() {
        return skills("skills/", null);
    }

    private BlockRef block() {
        return block(tenant);
    }

    private static BlockRef block(String tenant) {
        return new BlockRef(new SessionName(tenant, "", "s"), null, null, "skills", BlockScope.SESSION);
    }

    private void put(String name, String text, Map<String, String> metadata) {
        server.put(tenant + "/" + name, text, metadata);
    }

    private static BlockEntry entry(String key, String description, String content) {
        return new BlockEntry(key, null, description, content);
    }

    private static List<String> keys(List<BlockEntry> entries) {
        return entries.stream().map(BlockEntry::key).toList();
    }

    private static void refused(Code code, Executable call) {
        assertEquals(code, assertThrows(Problem.class, call).code());
    }

    /** Asserts that a call fails within the timeout, plus one second for a busy machine; returns the problem. */
    private static Problem unavailable(Executable call) {
        var problem = assertTimeoutPreemptively(TIMEOUT.plusSeconds(1), () -> assertThrows(Problem.class, call));
        assertEquals(Code.STORE_UNAVAILABLE, problem.code());
        return problem;
    }
}
