package dev.coppice.jwt;

import dev.coppice.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A signed token in its compact form (RFC 7515), parsed but not verified.
 *
 * @param algorithm algorithm that the header names
 * @param keyId id of the signing key as the header names it, or null
 * @param claims the claims, for example tenant and time of expiry
 * @param signed the bytes that the signature covers
 * @param signature the signature
 */
record Jwt(Algorithm algorithm, String keyId, Claims claims, byte[] signed, byte[] signature) {
    private static final int PARTS = 3;

    /**
     * Parses a token. Throws {@link InvalidToken} if it does not have the compact form, names an unknown algorithm, or
     * has a member {@code crit} in its header (extensions that the server would have to understand).
     */
    static Jwt parse(String token) throws InvalidToken {
        var parts = token.split("\\.", -1);
        if (parts.length != PARTS) {
            throw new InvalidToken("it does not consist of three parts");
        }
        try {
            var header = Claims.read(decode(parts[0]));
            if (header.has("crit")) {
                throw new InvalidToken("it has critical extensions, of which none is known");
            }
            var algorithm = Algorithm.of(header.text("alg"));
            var claims = Claims.read(decode(parts[1]));
            var signed = (parts[0] + '.' + parts[1]).getBytes(StandardCharsets.US_ASCII);
            return new Jwt(algorithm, header.text("kid"), claims, signed, decode(parts[2]));
        } catch (Problem | IllegalArgumentException e) {
            throw new InvalidToken("it is not base64url or not JSON");
        }
    }

    /**
     * Decodes base64url without padding. Throws an {@code IllegalArgumentException} for padding, which Java's decoder
     * accepts but tokens must not have, and for any other invalid text.
     */
    private static byte[] decode(String part) {
        if (part.indexOf('=') >= 0) {
            throw new IllegalArgumentException("padding");
        }
        return Base64.getUrlDecoder().decode(part);
    }
}
