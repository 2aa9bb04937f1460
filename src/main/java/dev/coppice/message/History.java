package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.format.Conversion;
import dev.coppice.format.Diagnostic;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A part of a path whose messages are read while the response is written. The rows to read are fixed in advance; their
 * messages are read piece by piece in short transactions, and no piece is kept. If a piece cannot be read, the response
 * is aborted.
 *
 * @param leafId the path's last message; null for an empty session
 * @param pathLength number of messages of the whole path
 * @param tokens tokens of the messages in this response
 * @param bytes stored bytes of the messages in this response if it is a window; 0 for a whole path
 * @param truncated true when older messages were left out
 * @param before value of {@code before} for the next older page; null unless truncated
 * @param diagnostics the repairs, complete after the last piece; null when nothing is repaired
 */
public record History(
        String sessionId,
        String leafId,
        int pathLength,
        long tokens,
        long bytes,
        boolean truncated,
        String before,
        Pieces pieces,
        Supplier<List<Diagnostic>> diagnostics)
        implements JsonBody {

    History(
            String sessionId,
            String leafId,
            int pathLength,
            long tokens,
            long bytes,
            boolean truncated,
            String before,
            Pieces pieces) {
        this(sessionId, leafId, pathLength, tokens, bytes, truncated, before, pieces, null);
    }

    /** The same history with each tool call next to its result; call before reading pieces. */
    public History repaired() {
        var repaired = new RepairedPieces(pieces);
        return with(repaired, repaired::diagnostics);
    }

    /**
     * The same history with long tool outputs truncated; call before reading pieces.
     *
     * @param newest number of messages at the end that are not truncated
     */
    public History withTruncatedOutputs(int newest) {
        return with(new TruncatedPieces(pieces, newest), diagnostics);
    }

    /** Returns the same history in another format. The history must be repaired, and its pieces not read yet. */
    public History converted(Conversion conversion) {
        return with(new ConvertedPieces(pieces, conversion), () -> Stream.concat(
                        diagnostics.get().stream(), conversion.diagnostics().stream())
                .toList());
    }

    private History with(Pieces others, Supplier<List<Diagnostic>> known) {
        return new History(sessionId, leafId, pathLength, tokens, bytes, truncated, before, others, known);
    }

    /**
     * The messages of a history, piece by piece from the root down; an empty piece ends it. For one reader; not
     * thread-safe.
     */
    public interface Pieces {
        List<byte[]> next();

        /** Reads all remaining messages into memory. Use it only for a history that is known to be short. */
        default List<byte[]> all() {
            var all = new ArrayList<byte[]>();
            for (var piece = next(); !piece.isEmpty(); piece = next()) {
                all.addAll(piece);
            }
            return all;
        }
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("sessionId", sessionId);
        out.writeStringField("leafId", leafId);
        out.writeNumberField("pathLength", pathLength);
        out.writeNumberField("tokens", tokens);
        out.writeBooleanField("truncated", truncated);
        if (before != null) {
            out.writeStringField("before", before);
        }
        out.writeArrayFieldStart("messages");
        for (var piece = pieces.next(); !piece.isEmpty(); piece = pieces.next()) {
            for (var message : piece) {
                RawJson.write(out, message);
            }
        }
        out.writeEndArray();
        if (diagnostics != null) {
            out.writeArrayFieldStart("diagnostics");
            for (var diagnostic : diagnostics.get()) {
                diagnostic.write(out);
            }
            out.writeEndArray();
        }
        out.writeEndObject();
    }
}
