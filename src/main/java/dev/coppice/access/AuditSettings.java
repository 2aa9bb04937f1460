package dev.coppice.access;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Settings of the audit log.
 *
 * @param keep how long entries are kept
 */
@SettingsGroup
public record AuditSettings(Duration keep) {
    @Inject
    public AuditSettings(SettingsReader in) {
        this(in.duration(
                "coppice.audit.keep",
                "P365D",
                "Time for which entries of the audit log are kept: a year, because incidents are often found after months."
                        + " Older ones are deleted; export them before if you need them longer."));
    }
}
