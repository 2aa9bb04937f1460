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
 * A part of a session's history. The rows to read are fixed in advance. Their messages are read piece by piece while
 * the response is written; no database connection is held between two pieces. No piece stays in memory after it is
 * written. If a piece cannot be read, the response is aborted. For one reader; not thread-safe.
 *
 * @param sessionId id of the session
 * @param leafId id of the last message of the whole path, of which this history may be a part; null for an empty
 *     session
 * @param pathLength number of messages of the whole path
 * @param tokens tokens of the messages in this response as stored, that is, before truncation, repair and conversion
 * @param bytes bytes of the JSON of the messages in this response as stored; 0 if a {@link HistoryQuery} without limits
 *     has selected the messages
 * @param truncated true if older messages of the path were left out
 * @param before value of the query parameter {@code before} for the next older page; null unless truncated
 * @param next value of the query parameter {@code from} for the next newer page; null if no newer message was left out,
 *     and for each history that a {@link HistoryQuery} selects
 * @param pieces reads the messages, those near the root first
 * @param diagnostics supplies the repairs of tool calls and the reports of a conversion, complete after the last piece
 *     was read; null if the history is not repaired
 */
public record History(
        String sessionId,
        String leafId,
        int pathLength,
        long tokens,
        long bytes,
        boolean truncated,
        String before,
        String next,
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
        this(sessionId, leafId, pathLength, tokens, bytes, truncated, before, null, pieces, null);
    }

    /**
     * Returns this history with its tool calls repaired, so that a result directly follows each call, as models
     * require; see {@link RepairedPieces}. Call this method before a piece is read, and use only the returned history.
     */
    public History repaired() {
        var repaired = new RepairedPieces(pieces);
        return with(repaired, repaired::diagnostics);
    }

    /**
     * Returns this history with its messages converted to another format. Call this method on the result of
     * {@link #repaired}, before a piece is read, and use only the returned history.
     *
     * @param conversion converts to one format; it must not have been used before
     */
    public History converted(Conversion conversion) {
        return with(new ConvertedPieces(pieces, conversion), () -> Stream.concat(
                        diagnostics.get().stream(), conversion.diagnostics().stream())
                .toList());
    }

    private History with(Pieces others, Supplier<List<Diagnostic>> known) {
        return new History(sessionId, leafId, pathLength, tokens, bytes, truncated, before, next, others, known);
    }

    /**
     * The messages of a history in their order from the root. They are returned piece by piece: each call of
     * {@link #next} returns the JSON of the next messages, and an empty list after the last one. For one reader; not
     * thread-safe.
     */
    public interface Pieces {
        /** Returns the JSON of the next messages, at least one; an empty list after the last message. */
        List<byte[]> next();

        /**
         * Returns the JSON of all remaining messages, read into memory. Use it only for a history that is known to be
         * short.
         */
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
        if (next != null) {
            out.writeStringField("next", next);
        }
        writeMessages(out);
        if (diagnostics != null) {
            out.writeArrayFieldStart("diagnostics");
            for (var diagnostic : diagnostics.get()) {
                diagnostic.write(out);
            }
            out.writeEndArray();
        }
        out.writeEndObject();
    }

    private void writeMessages(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("messages");
        for (var piece = pieces.next(); !piece.isEmpty(); piece = pieces.next()) {
            for (var message : piece) {
                RawJson.write(out, message);
            }
        }
        out.writeEndArray();
    }
}
