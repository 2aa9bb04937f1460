package dev.coppice.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/**
 * An OpenID provider over real HTTP, as far as a server that verifies its tokens sees it: configuration and keys. It signs
 * whatever a test asks for. Thread-safe.
 */
public final class OpenIdProvider implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, KeyPair> keys = new LinkedHashMap<>();
    private final AtomicInteger fetches = new AtomicInteger();
    private volatile String keysUrl;
    private volatile int status = 200;

    public OpenIdProvider() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, configuration()));
        server.createContext("/keys", exchange -> {
            fetches.incrementAndGet();
            answer(exchange, keySet());
        });
        server.start();
    }

    /** The provider's URL, which is the issuer of its tokens. */
    public String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How often the keys were fetched. */
    public int fetches() {
        return fetches.get();
    }

    /** Sets the status of all further answers. */
    public void answerWith(int newStatus) {
        status = newStatus;
    }

    /** Names another address of the keys from now on. */
    public void nameKeys(String url) {
        keysUrl = url;
    }

    private String configuration() {
        return Json.object("issuer", issuer(), "jwks_uri", keysUrl == null ? issuer() + "/keys" : keysUrl)
                .toString();
    }

    private void answer(HttpExchange exchange, String json) throws IOException {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /** Makes an RSA key. */
    public OpenIdProvider rsa(String id, int bits) {
        return add(id, pair("RSA", generator -> generator.initialize(bits)));
    }

    /** Makes a key of the curve P-256. */
    public OpenIdProvider ec(String id) {
        return add(id, pair("EC", generator -> generator.initialize(new ECGenParameterSpec("secp256r1"))));
    }

    private synchronized OpenIdProvider add(String id, KeyPair pair) {
        keys.put(id, pair);
        return this;
    }

    private interface Setup {
        void apply(KeyPairGenerator generator) throws GeneralSecurityException;
    }

    private static KeyPair pair(String algorithm, Setup setup) {
        try {
            var generator = KeyPairGenerator.getInstance(algorithm);
            setup.apply(generator);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Removes a key from the published ones, and returns it. */
    public synchronized KeyPair withdraw(String id) {
        return keys.remove(id);
    }

    public synchronized KeyPair key(String id) {
        return keys.get(id);
    }

    /** The published keys. */
    public synchronized String keySet() {
        var list = keys.entrySet().stream()
                .map(entry -> jwk(entry.getKey(), entry.getValue()))
                .toList();
        return "{\"keys\":[" + String.join(",", list) + "]}";
    }

    private static String jwk(String id, KeyPair pair) {
        if (pair.getPublic() instanceof RSAPublicKey rsa) {
            return Json.object(
                            "kty",
                            "RSA",
                            "kid",
                            id,
                            "use",
                            "sig",
                            "n",
                            base64(unsigned(rsa.getModulus(), rsa.getModulus().bitLength() / 8)),
                            "e",
                            base64(rsa.getPublicExponent().toByteArray()))
                    .toString();
        }
        var point = ((ECPublicKey) pair.getPublic()).getW();
        return Json.object(
                        "kty",
                        "EC",
                        "kid",
                        id,
                        "crv",
                        "P-256",
                        "x",
                        base64(unsigned(point.getAffineX(), 32)),
                        "y",
                        base64(unsigned(point.getAffineY(), 32)))
                .toString();
    }

    private static byte[] unsigned(BigInteger number, int length) {
        var bytes = number.toByteArray();
        var result = new byte[length];
        int copied = Math.min(bytes.length, length);
        System.arraycopy(bytes, bytes.length - copied, result, length - copied, copied);
        return result;
    }

    /** The claims of a token that is valid for an hour. */
    public ObjectNode claims(String audience, String tenant, String scope) {
        return (ObjectNode) Json.object(
                "iss",
                issuer(),
                "aud",
                audience,
                "sub",
                "ada",
                "exp",
                System.currentTimeMillis() / 1000 + 3600,
                "tenant",
                tenant,
                "scope",
                scope);
    }

    /** Signs claims with the algorithm that fits the key. */
    public String sign(String id, Object claims) {
        var pair = key(id);
        var algorithm = pair.getPublic() instanceof RSAPublicKey ? "RS256" : "ES256";
        return sign(Json.object("alg", algorithm, "kid", id).toString(), claims, pair.getPrivate());
    }

    /** Signs claims with a header of any content. */
    public static String sign(String header, Object claims, PrivateKey key) {
        var signed = base64(header) + '.' + base64(claims.toString());
        try {
            var signature = Signature.getInstance(
                    key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSAinP1363Format");
            signature.initSign(key);
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + '.' + base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String base64(String text) {
        return base64(text.getBytes(StandardCharsets.UTF_8));
    }

    public static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(bytes, bytes.length));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
