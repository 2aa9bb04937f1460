package dev.coppice.disk;

import dev.coppice.Settings;
import dev.coppice.background.HealthCheck;
import dev.coppice.metrics.MetricSource;
import dev.coppice.metrics.MetricText;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * Checks the free space of the data directory and of the folder of the search index, which may be another file system.
 * With little space left, the server stays ready: reads need none, and a write that finds no space gets 503
 * {@code unavailable} ({@code db.DatabaseErrors}). The disk of MariaDB or PostgreSQL is not checked here. Thread-safe.
 */
@ApplicationScoped
public class DataDisk implements HealthCheck, MetricSource {
    private static final Logger LOG = Logger.getLogger(DataDisk.class.getName());

    @Inject
    private Settings settings;

    @Inject
    private DiskSettings diskSettings;

    @Override
    public boolean isNeeded() {
        return false;
    }

    @Override
    public Health check() {
        var free = freeBytes(settings.data(), settings.data().resolve("index"));
        var state = state(free, diskSettings.minFreeBytes());
        return new Health("disk", state.equals("ok"), out -> {
            out.writeStartObject();
            out.writeStringField("state", state);
            if (free.isPresent()) {
                out.writeNumberField("freeBytes", free.getAsLong());
            }
            out.writeEndObject();
        });
    }

    /**
     * Returns {@code unknown} if {@code freeBytes} is empty, {@code low} if it is less than {@code minFreeBytes},
     * otherwise {@code ok}.
     */
    static String state(OptionalLong freeBytes, long minFreeBytes) {
        if (freeBytes.isEmpty()) {
            return "unknown";
        }
        return freeBytes.getAsLong() < minFreeBytes ? "low" : "ok";
    }

    /**
     * Returns the smallest number of free bytes among the file systems of the given directories. Directories that do
     * not exist are ignored. Empty if no directory exists, or if the free space of one cannot be read.
     */
    static OptionalLong freeBytes(Path... directories) {
        try {
            long least = Long.MAX_VALUE;
            for (var directory : Stream.of(directories).filter(Files::exists).toList()) {
                least = Math.min(least, Files.getFileStore(directory).getUsableSpace());
            }
            return least == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(least);
        } catch (IOException e) {
            LOG.log(Level.FINE, "The free space cannot be read", e); // /health/ready says so
            return OptionalLong.empty();
        }
    }

    @Override
    public void write(MetricText out) {
        freeBytes(settings.data(), settings.data().resolve("index")).ifPresent(free -> out.gauges(
                        "coppice_disk_free_bytes", "Free space of the disk with the data directory.")
                .sample(free));
    }
}
