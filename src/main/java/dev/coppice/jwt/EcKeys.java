package dev.coppice.jwt;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;

/** Makes public keys of the curve P-256. */
final class EcKeys {
    /** Number of bytes of a coordinate of a point, and of each of the two numbers of a signature. */
    static final int BYTES = 32;

    private static final ECParameterSpec P256 = p256();

    private EcKeys() {}

    private static ECParameterSpec p256() {
        try {
            var parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec("secp256r1"));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java does not know the curve P-256", e);
        }
    }

    /** Returns the order of the curve: both numbers of a signature are less than it. */
    static BigInteger order() {
        return P256.getOrder();
    }

    /**
     * Returns the public key with these coordinates. Throws a {@code GeneralSecurityException} if they are not the
     * coordinates of a point on the curve.
     */
    static PublicKey of(BigInteger x, BigInteger y) throws GeneralSecurityException {
        var curve = P256.getCurve();
        var prime = ((ECFieldFp) curve.getField()).getP();
        var right = x.pow(3).add(curve.getA().multiply(x)).add(curve.getB()).mod(prime);
        // Java does not check this itself.
        boolean inField = x.signum() >= 0 && x.compareTo(prime) < 0 && y.signum() >= 0 && y.compareTo(prime) < 0;
        if (!inField || !y.pow(2).mod(prime).equals(right)) {
            throw new GeneralSecurityException("The key is no point of the curve P-256");
        }
        return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(new ECPoint(x, y), P256));
    }
}
