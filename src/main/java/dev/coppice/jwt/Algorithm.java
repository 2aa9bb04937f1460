package dev.coppice.jwt;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;

/** A signature algorithm of JSON Web Tokens (RFC 7518). The server accepts only these two. */
enum Algorithm {
    /** RSA with PKCS #1 v1.5 padding and SHA-256. */
    RS256("SHA256withRSA", RSAPublicKey.class) {
        @Override
        boolean isWellFormed(byte[] signature) {
            return true;
        }
    },

    /** ECDSA with the curve P-256 and SHA-256; a signature is two numbers of 32 bytes. */
    ES256("SHA256withECDSAinP1363Format", ECPublicKey.class) {
        @Override
        boolean isWellFormed(byte[] signature) {
            // Versions of Java before 17.0.3 accept the numbers 0 for every text (CVE-2022-21449).
            return signature.length == 2 * EcKeys.BYTES
                    && isInRange(signature, 0)
                    && isInRange(signature, EcKeys.BYTES);
        }

        private boolean isInRange(byte[] signature, int from) {
            var number = new BigInteger(1, Arrays.copyOfRange(signature, from, from + EcKeys.BYTES));
            return number.signum() > 0 && number.compareTo(EcKeys.order()) < 0;
        }
    };

    private final String name;
    private final Class<? extends PublicKey> keys;

    Algorithm(String name, Class<? extends PublicKey> keys) {
        this.name = name;
        this.keys = keys;
    }

    abstract boolean isWellFormed(byte[] signature);

    /**
     * Returns the algorithm with this name, which is case-sensitive. Throws {@link InvalidToken} for any other name.
     *
     * @param name value of {@code alg} in the header of a token; null if it is missing
     */
    static Algorithm of(String name) throws InvalidToken {
        for (var algorithm : values()) {
            if (algorithm.name().equals(name)) {
                return algorithm;
            }
        }
        throw new InvalidToken("the algorithm is neither RS256 nor ES256");
    }

    /** True if the key is of the kind that this algorithm needs: RSA or elliptic curve. */
    boolean fits(PublicKey key) {
        return keys.isInstance(key);
    }

    /**
     * True if the signature of {@code data} was made with the private key that belongs to {@code key}. False also if
     * the signature is malformed.
     */
    boolean isValid(PublicKey key, byte[] data, byte[] signature) {
        try {
            var check = Signature.getInstance(name);
            check.initVerify(key);
            check.update(data);
            return isWellFormed(signature) && check.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
