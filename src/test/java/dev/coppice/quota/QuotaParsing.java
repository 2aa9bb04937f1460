package dev.coppice.quota;

/** Reads quotas of tenants, for fuzzing. */
public final class QuotaParsing {
    private QuotaParsing() {}

    /** Reads a body. Throws a {@link dev.coppice.Problem} if it is refused. */
    public static void parse(byte[] body) {
        OwnQuotas.read(body);
    }
}
