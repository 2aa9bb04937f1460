package dev.coppice.jwt;

import dev.coppice.json.JsonInput;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The public keys of a provider, as in a JWK set (RFC 7517). Contains only keys with which tokens can be verified: keys
 * for signatures with one of the {@link Algorithm algorithms}, of a supported length. Immutable.
 */
final class KeySet {
    /** Minimum length of an RSA key in bits (RFC 7518, 3.3). */
    private static final int MIN_RSA_BITS = 2048;

    /** Maximum length of an RSA key in bits; a longer one would make each check slow. */
    private static final int MAX_RSA_BITS = 8192;

    /**
     * A public key of the set.
     *
     * @param id id of the key, or null
     * @param algorithm the algorithm for which the key is used
     */
    private record Key(String id, Algorithm algorithm, PublicKey key) {}

    private final List<Key> keys = new ArrayList<>();

    /**
     * Reads a JWK set. Leaves out keys that cannot be used. Throws 400 {@code malformed} if the bytes are not a JSON
     * object, or if its member {@code keys} is not an array of objects.
     */
    static KeySet read(byte[] json) {
        var set = new KeySet();
        var in = JsonInput.of(json);
        in.document(name -> {
            if (name.equals("keys")) {
                in.array(() -> set.add(members(in)));
            } else {
                in.skip();
            }
        });
        return set;
    }

    /** Returns those members of an object whose values are texts, by name. */
    private static Map<String, String> members(JsonInput in) {
        var members = new HashMap<String, String>();
        in.object(name -> {
            if (in.atString()) {
                members.put(name, in.string());
            } else {
                in.skip();
            }
        });
        return members;
    }

    private void add(Map<String, String> members) {
        var use = members.get("use");
        if (use != null && !use.equals("sig")) {
            return;
        }
        try {
            var key = key(members);
            for (var algorithm : Algorithm.values()) {
                var only = members.get("alg");
                if (key != null && algorithm.fits(key) && (only == null || only.equals(algorithm.name()))) {
                    keys.add(new Key(members.get("kid"), algorithm, key));
                }
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // Not a key that this version can use; tokens that are signed with it are refused.
        }
    }

    /**
     * Returns the public key that the members of a JWK describe. Null if the kind or the length of the key is not
     * supported. Throws a {@code GeneralSecurityException} or an {@code IllegalArgumentException} if the members are
     * invalid.
     */
    private static PublicKey key(Map<String, String> members) throws GeneralSecurityException {
        var kind = members.get("kty");
        if ("RSA".equals(kind)) {
            var modulus = number(members, "n");
            return modulus.bitLength() < MIN_RSA_BITS || modulus.bitLength() > MAX_RSA_BITS
                    ? null
                    : KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, number(members, "e")));
        }
        return "EC".equals(kind) && "P-256".equals(members.get("crv"))
                ? EcKeys.of(number(members, "x"), number(members, "y"))
                : null;
    }

    private static BigInteger number(Map<String, String> members, String name) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(members.getOrDefault(name, "")));
    }

    /**
     * Returns the key with this id for the algorithm. If the id is null, returns the key for the algorithm if there is
     * exactly one. Empty if no key or several keys fit.
     *
     * @param id id of the key in the header of a token, or null
     */
    Optional<PublicKey> find(String id, Algorithm algorithm) {
        var fitting = keys.stream()
                .filter(key -> key.algorithm() == algorithm)
                .filter(key -> id == null || id.equals(key.id()))
                .toList();
        return fitting.size() == 1 ? Optional.of(fitting.get(0).key()) : Optional.empty();
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }
}
