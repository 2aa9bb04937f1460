package dev.coppice.search.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * How far an index has come; a small file beside the index, so that each node's index has its own, and it goes when the
 * index goes. Written only after Lucene has committed: it may be behind the index, never before it. Immutable.
 *
 * @param version of the mapping and the language that the index was made with
 * @param position the last event of the log that the index has taken in
 * @param rebuild how far a rebuild has come, or null when there is none
 * @param left what is still to be indexed once more of what sessions have left to forks; a line each at the file's end
 */
record Checkpoint(String version, long position, ScanPosition rebuild, List<OrphanedTree> left) {
    private static final String NONE = "-";

    /** The checkpoint of an index folder; null when there is none, or one that cannot be read. */
    static Checkpoint read(Path file) {
        try {
            var lines = Files.readAllLines(file);
            var place = lines.get(2);
            return new Checkpoint(
                    lines.get(0),
                    Long.parseLong(lines.get(1)),
                    place.equals(NONE) ? null : ScanPosition.parse(place),
                    lines.stream().skip(3).map(OrphanedTree::parse).toList());
        } catch (IOException | RuntimeException e) {
            return null; // whatever is wrong with it, the index is built anew
        }
    }

    /** Replaces the file, whole or not at all. */
    void write(Path file) {
        var fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            var lines = new ArrayList<>(
                    List.of(version, Long.toString(position), rebuild == null ? NONE : rebuild.toString()));
            left.forEach(tree -> lines.add(tree.toString()));
            Files.write(fresh, lines);
            try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Checkpoint at(long newPosition) {
        return new Checkpoint(version, newPosition, rebuild, left);
    }

    Checkpoint rebuilding(ScanPosition at) {
        return new Checkpoint(version, position, at, left);
    }

    Checkpoint leaving(List<OrphanedTree> open) {
        return new Checkpoint(version, position, rebuild, open);
    }
}
