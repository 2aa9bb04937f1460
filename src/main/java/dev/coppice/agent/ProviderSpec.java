package dev.coppice.agent;

import java.util.List;

/**
 * Which provider a context block has.
 *
 * @param type {@code text}, {@code stored}, {@code skills}, {@code s3-skills}, {@code search}, {@code history} or
 *     {@code bean}
 * @param name of a {@code bean}, else null
 * @param prefix of the objects of {@code s3-skills}, else null
 * @param keys the only ones of {@code s3-skills} that may be loaded; null for all
 */
public record ProviderSpec(String type, String name, String prefix, List<String> keys) {
    /** What a block has that names no provider. */
    public static final ProviderSpec STORED = new ProviderSpec("stored", null, null, null);

    public static ProviderSpec of(String type) {
        return new ProviderSpec(type, null, null, null);
    }
}
