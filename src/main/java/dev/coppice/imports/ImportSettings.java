package dev.coppice.imports;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;

/**
 * Limits of imports.
 *
 * @param maxBytes maximum size of an imported file in bytes, inclusive
 */
@SettingsGroup
public record ImportSettings(long maxBytes) {
    @Inject
    public ImportSettings(SettingsReader in) {
        this(in.size(
                "coppice.import.max-bytes",
                8L << 30,
                1 << 10,
                1L << 40,
                "Largest file of an import. It is streamed, so this limits time and database, not memory."));
    }
}
