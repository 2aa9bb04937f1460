package dev.coppice.message;

import dev.coppice.session.Session;
import java.util.List;

/** What is left of a path to read, chunk by chunk. For one reader. */
final class PathPieces implements History.Pieces {
    private final Histories histories;
    private final Session session;
    private Path rest;
    private long pathBytes;

    PathPieces(Histories histories, Session session, Path path, long pathBytes) {
        this.histories = histories;
        this.session = session;
        this.rest = path;
        this.pathBytes = pathBytes;
    }

    @Override
    public List<byte[]> next() {
        while (!rest.ranges().isEmpty()) {
            var chunk = histories.chunk(session, rest, pathBytes);
            rest = rest.behind(chunk.last());
            pathBytes = chunk.pathBytes();
            // A chunk may hold deleted messages only; an empty piece would end the history.
            if (!chunk.bodies().isEmpty()) {
                return chunk.bodies();
            }
        }
        return List.of();
    }
}
