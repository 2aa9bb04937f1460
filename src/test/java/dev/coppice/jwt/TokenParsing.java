package dev.coppice.jwt;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.coppice.SettingsReader;
import dev.coppice.TestConfig;
import dev.coppice.fuzz.Refusals;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Verifies access tokens by the keys of RFC 7515, and reads sets of keys, for fuzzing. */
public final class TokenParsing {
    private static final KeySet KEYS = KeySet.read(
            """
            {"keys":[{"kty":"EC","crv":"P-256","kid":"ec","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",\
            "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"},{"kty":"RSA","kid":"rsa","e":"AQAB",\
            "n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yR\
            T-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-U\
            To7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkML\
            s91kzk2PAcDTW9gb54h4FRWyuXpoQ"}]}"""
                    .getBytes(UTF_8));

    private static final JwtVerifier VERIFIER = verifier(new OauthSettings(new SettingsReader(new TestConfig(
            Map.of("coppice.oauth.issuer", "https://id.example", "coppice.oauth.audience", "coppice")))));

    private TokenParsing() {}

    private static JwtVerifier verifier(OauthSettings settings) {
        return new JwtVerifier(settings, new KeySource(settings) {
            @Override
            KeySet fetch() {
                return KEYS;
            }
        });
    }

    /**
     * Verifies the input as a token, and as the three parts of a token before their encoding: the first line is the
     * header, the second one the claims, the rest the signature. Also reads the input as the claims of a valid token.
     */
    public static void verify(byte[] input) {
        isValid(new String(input, UTF_8));
        isValid(encoded(input));
        Refusals.each(() -> read(Claims.read(input)));
    }

    /** Returns the token whose header, claims and signature are the first line, the second line and the rest. */
    static String encoded(byte[] parts) {
        return Stream.of(new String(parts, ISO_8859_1).split("\n", 3))
                .map(part -> Base64.getUrlEncoder().withoutPadding().encodeToString(part.getBytes(ISO_8859_1)))
                .collect(Collectors.joining("."));
    }

    static boolean isValid(String token) {
        try {
            read(VERIFIER.verify(token));
            return true;
        } catch (InvalidToken refused) {
            return false;
        }
    }

    private static void read(Claims claims) {
        for (var name : List.of("iss", "aud", "exp", "nbf", "sub", "tenant", "scope")) {
            claims.has(name);
            claims.text(name);
            claims.list(name);
            claims.millis(name);
        }
    }

    /** Reads a set of keys, and uses them. Throws a {@link dev.coppice.Problem} if the set is refused. */
    public static void keys(byte[] json) {
        var keys = KeySet.read(json);
        for (var algorithm : Algorithm.values()) {
            for (var id : new String[] {null, "rsa", "ec"}) {
                keys.find(id, algorithm).ifPresent(key -> algorithm.isValid(key, json, json));
            }
        }
    }
}
