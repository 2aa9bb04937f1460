package dev.coppice.jwt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.SettingsReader;
import dev.coppice.TestConfig;
import dev.coppice.support.Json;
import dev.coppice.support.OpenIdProvider;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Tokens of a provider, valid and forged. */
class JwtVerifierTest {
    private static final String AUDIENCE = "coppice";
    private static OpenIdProvider provider;
    private static JwtVerifier verifier;

    @BeforeAll
    static void startProvider() {
        provider = new OpenIdProvider().rsa("rsa", 2048).ec("ec").rsa("short", 1024);
        verifier = verifier(Map.of());
    }

    @AfterAll
    static void stopProvider() {
        provider.close();
    }

    private static JwtVerifier verifier(Map<String, String> settings) {
        var all = new HashMap<>(Map.of(
                "coppice.oauth.issuer",
                provider.issuer(),
                "coppice.oauth.audience",
                AUDIENCE,
                "coppice.oauth.timeout",
                "PT30S"));
        all.putAll(settings);
        return new JwtVerifier(new OauthSettings(new SettingsReader(new TestConfig(all))));
    }

    private static ObjectNode claims() {
        return provider.claims(AUDIENCE, "acme", "write");
    }

    private static String reason(String token) {
        return assertThrows(InvalidToken.class, () -> verifier.verify(token)).getMessage();
    }

    private static void assertRefused(String token) {
        reason(token);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa", "ec"})
    void validTokenIsAccepted(String key) throws InvalidToken {
        var claims = verifier.verify(provider.sign(key, claims()));
        assertEquals("acme", claims.text("tenant"));
        assertEquals(List.of("write"), claims.list("scope"));
        assertEquals("ada", claims.text("sub"));
    }

    @Test
    void everyChangedByteOfTheSignatureIsNoticed() {
        for (var key : List.of("rsa", "ec")) {
            var token = provider.sign(key, claims());
            int dot = token.lastIndexOf('.');
            var signature = Base64.getUrlDecoder().decode(token.substring(dot + 1));
            for (int i = 0; i < signature.length; i += 7) {
                var changed = signature.clone();
                changed[i] ^= 1;
                assertRefused(token.substring(0, dot + 1) + OpenIdProvider.base64(changed));
            }
        }
    }

    @Test
    void changedClaimsAreRefused() {
        var token = provider.sign("rsa", claims()).split("\\.");
        var other = OpenIdProvider.base64(claims().put("tenant", "default").toString());
        assertEquals("its signature is not valid", reason(token[0] + '.' + other + '.' + token[2]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "None", "NONE", "nOnE", "", "RS512", "PS256", "ES384", "HS256", "rs256", "RS256 "})
    void otherAlgorithmIsRefused(String algorithm) {
        var header = Json.object("alg", algorithm, "kid", "rsa").toString();
        var signed = OpenIdProvider.sign(header, claims(), provider.key("rsa").getPrivate());
        assertEquals("the algorithm is neither RS256 nor ES256", reason(signed));
        assertRefused(signed.substring(0, signed.lastIndexOf('.') + 1));
    }

    /** The classical confusion: the public key is known to everybody, and serves as the secret of HS256. */
    @Test
    void publicKeyIsNoSecret() throws Exception {
        var pem = "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(provider.key("rsa").getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
        for (var secret : List.of(
                pem.getBytes(StandardCharsets.US_ASCII),
                provider.key("rsa").getPublic().getEncoded())) {
            for (var algorithm : List.of("HS256", "RS256")) {
                var signed = OpenIdProvider.base64("{\"alg\":\"" + algorithm + "\",\"kid\":\"rsa\"}")
                        + '.'
                        + OpenIdProvider.base64(claims().toString());
                var mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(secret, "HmacSHA256"));
                assertRefused(
                        signed + '.' + OpenIdProvider.base64(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII))));
            }
        }
    }

    @Test
    void algorithmMustFitTheKey() {
        var es256 = "{\"alg\":\"ES256\",\"kid\":\"rsa\"}";
        assertEquals(
                "its key is unknown",
                reason(OpenIdProvider.sign(es256, claims(), provider.key("rsa").getPrivate())));
        var rs256 = "{\"alg\":\"RS256\",\"kid\":\"ec\"}";
        assertEquals(
                "its key is unknown",
                reason(OpenIdProvider.sign(rs256, claims(), provider.key("ec").getPrivate())));
    }

    /** Numbers that are zero, or that equal the order of the curve, were valid in some versions of Java. */
    @Test
    void signatureOfZerosIsRefused() {
        var token = provider.sign("ec", claims());
        var start = token.substring(0, token.lastIndexOf('.') + 1);
        assertRefused(start + OpenIdProvider.base64(new byte[64]));
        assertRefused(start + OpenIdProvider.base64(new byte[0]));
        assertRefused(start + OpenIdProvider.base64(new byte[63]));
        var order = EcKeys.order().toByteArray();
        var both = new byte[64];
        System.arraycopy(order, order.length - 32, both, 0, 32);
        System.arraycopy(order, order.length - 32, both, 32, 32);
        assertRefused(start + OpenIdProvider.base64(both));
    }

    @Test
    void keyInTheHeaderIsIgnored() {
        var own = new OpenIdProvider().rsa("mine", 2048);
        try (own) {
            var jwk = own.keySet();
            var header =
                    "{\"alg\":\"RS256\",\"kid\":\"mine\",\"jwk\":" + jwk + ",\"jku\":\"" + own.issuer() + "/keys\"}";
            assertEquals(
                    "its key is unknown",
                    reason(OpenIdProvider.sign(header, claims(), own.key("mine").getPrivate())));
            assertEquals(0, own.fetches());
        }
    }

    @Test
    void shortKeyIsNotUsed() {
        assertEquals("its key is unknown", reason(provider.sign("short", claims())));
    }

    @Test
    void criticalExtensionIsRefused() {
        var header = "{\"alg\":\"RS256\",\"kid\":\"rsa\",\"crit\":[\"exp\"]}";
        assertRefused(OpenIdProvider.sign(header, claims(), provider.key("rsa").getPrivate()));
    }

    @Test
    void keyMayBeOmittedIfThereIsOneOnly() throws InvalidToken {
        verifier.verify(OpenIdProvider.sign(
                "{\"alg\":\"ES256\"}", claims(), provider.key("ec").getPrivate()));
    }

    @Test
    void issuerAndAudienceAreCompared() throws InvalidToken {
        assertEquals(
                "it has another issuer", reason(provider.sign("rsa", claims().put("iss", provider.issuer() + "/"))));
        assertEquals("it has another issuer", reason(provider.sign("rsa", claims().without("iss"))));
        assertEquals("it is for another audience", reason(provider.sign("rsa", claims().put("aud", "coppice2"))));
        assertEquals("it is for another audience", reason(provider.sign("rsa", claims().without("aud"))));
        verifier.verify(provider.sign(
                "rsa",
                Json.parse(claims().toString().replace("\"aud\":\"coppice\"", "\"aud\":[\"other\",\"coppice\"]"))));
    }

    @Test
    void timeIsCompared() throws InvalidToken {
        long now = System.currentTimeMillis() / 1000;
        assertRefused(provider.sign("rsa", claims().put("exp", now - 60)));
        verifier.verify(provider.sign("rsa", claims().put("exp", now - 5)));
        assertRefused(provider.sign("rsa", claims().without("exp")));
        assertRefused(provider.sign("rsa", claims().put("exp", String.valueOf(now + 60))));
        assertRefused(provider.sign("rsa", claims().put("nbf", now + 60)));
        assertRefused(provider.sign("rsa", claims().put("nbf", "soon")));
        verifier.verify(provider.sign("rsa", claims().put("nbf", now + 5)));
    }

    @Test
    void duplicateClaimIsRefused() {
        var twice = claims().toString().replaceFirst("\\{", "{\"tenant\":\"default\",");
        assertRefused(provider.sign("rsa", twice));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "...",
                "a.b",
                "a.b.c.d",
                "e30.e30.e30",
                "e30=.e30.e30",
                "!.!.!",
                "bnVsbA.bnVsbA.",
                "WzFd.WzFd.WzFd"
            })
    void otherTextIsRefused(String token) {
        assertRefused(token);
    }

    @Test
    void longOrDeepTokenIsRefused() {
        assertEquals("it is too long", reason("x".repeat(JwtVerifier.MAX_TOKEN) + ".x.x"));
        assertRefused(OpenIdProvider.base64("[".repeat(4000)) + ".e30.e30");
    }

    @Test
    void providerWithoutKeysIsUnavailable() {
        var broken = verifier(Map.of("coppice.oauth.keys-url", provider.issuer() + "/nothing"));
        var token = provider.sign("rsa", claims());
        var problem = assertThrows(Problem.class, () -> broken.verify(token));
        assertEquals(503, problem.code().status());
    }

    @Test
    void issuerNeedsAnAudience() {
        var settings = new TestConfig(Map.of("coppice.oauth.issuer", "https://login.example.com"));
        var refused =
                assertThrows(IllegalArgumentException.class, () -> new OauthSettings(new SettingsReader(settings)));
        assertTrue(refused.getMessage().contains("coppice.oauth.audience"));
    }
}
