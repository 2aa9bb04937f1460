package dev.coppice.backup;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.nio.file.Path;

/**
 * Settings of backups.
 *
 * @param directory directory of the backups, an absolute path; null if the server writes none
 * @param keep number of backups that are kept; older ones are deleted
 */
@SettingsGroup
public record BackupSettings(Path directory, int keep) {
    @Inject
    public BackupSettings(SettingsReader in) {
        this(
                directory(in.text(
                        "coppice.backup.directory",
                        null,
                        "Directory into which `POST /v1/admin/backup` writes backups of H2. Without it the route answers 409,"
                                + " because a request must not choose where the server writes. It should be on another disk"
                                + " than the data.")),
                in.number(
                        "coppice.backup.keep",
                        7,
                        1,
                        1000,
                        "Number of backups in the directory; older ones are deleted after a new one is complete. A week of"
                                + " daily backups."));
    }

    private static Path directory(String text) {
        return text == null ? null : Path.of(text).toAbsolutePath();
    }
}
