package dev.coppice.disk;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;

/**
 * Settings of the disk check.
 *
 * @param minFreeBytes free space in bytes below which {@code /health/ready} reports the disk as {@code low}; 0 for no
 *     check
 */
@SettingsGroup
public record DiskSettings(long minFreeBytes) {
    @Inject
    public DiskSettings(SettingsReader in) {
        this(in.size(
                "coppice.health.disk",
                256L << 20,
                0,
                Long.MAX_VALUE,
                "Free bytes of the disk with `coppice.data`, below which `/health/ready` reports `low`; 0 for no check."
                        + " A merge of the search index, or a compaction of the H2 file, needs space for copies, and an"
                        + " operator needs time."));
    }
}
