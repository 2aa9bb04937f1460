package dev.coppice.search.index;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.db.DatabaseClock;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * Status of a node's search index, as returned in JSON.
 *
 * @param state what the index is doing, or whether it fails
 * @param analyzer language by whose rules words are stemmed
 * @param position log position of the last event that was applied to the index
 * @param behind approximate number of events that are not applied yet: the last position in the event log minus
 *     {@code position}
 * @param lagSeconds age in seconds of the oldest event that is not applied yet; 0 if there is none
 * @param documents number of documents, or null if the index cannot be read
 * @param failure simple class name of the exception with which the last update of the index failed, or null if updates
 *     work
 * @param rebuild the current or last rebuild; null if there was none since this node started
 * @param verify the current or last verification; null if there was none since this node started
 */
public record IndexStatus(
        State state,
        String analyzer,
        long position,
        long behind,
        double lagSeconds,
        Long documents,
        String failure,
        ScanProgress rebuild,
        ScanProgress verify)
        implements JsonBody {

    /** State of a node's search index; {@link #word} is its name in JSON. */
    public enum State {
        OK("ok"),
        /** The index is more than two seconds behind the event log, or trees still have to be indexed again. */
        CATCHING_UP("catching-up"),
        REBUILDING("rebuilding"),
        VERIFYING("verifying"),
        /**
         * Updates of the index fail and are tried again, or no update has begun since this node started. No data is
         * lost.
         */
        DEGRADED("degraded");

        private final String word;

        State(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /**
     * Progress of a rebuild or a verification of the index. In a rebuild, {@code missing}, {@code wrong} and
     * {@code stale} are 0.
     *
     * @param startedAt time of the beginning, in milliseconds since the epoch
     * @param finishedAt time of the end, in milliseconds since the epoch; null while the rebuild or verification runs
     * @param done number of rows and documents scanned so far
     * @param total number of rows and documents that were counted at the beginning, or {@code done} if that is larger
     * @param missing number of documents that were missing, and were added
     * @param wrong number of documents that did not have the content of their row, and were replaced
     * @param stale number of documents without a row, which were removed
     */
    public record ScanProgress(
            long startedAt, Long finishedAt, long done, long total, long missing, long wrong, long stale) {
        /**
         * Returns the progress of a scan that begins now.
         *
         * @param total number of rows and documents to scan
         */
        static ScanProgress of(long total) {
            return new ScanProgress(DatabaseClock.now(), null, 0, total, 0, 0, 0);
        }

        /**
         * Returns this progress after {@code more} further rows or documents were scanned. The total grows if more of
         * them are scanned than were counted at the beginning.
         */
        ScanProgress scanned(int more) {
            return new ScanProgress(startedAt, null, done + more, Math.max(total, done + more), missing, wrong, stale);
        }

        /** Returns this progress after the given mismatches were repaired. */
        ScanProgress repaired(Mismatches found) {
            return new ScanProgress(
                    startedAt,
                    null,
                    done,
                    total,
                    missing + found.missing().size(),
                    wrong + found.wrong().size(),
                    stale + found.stale().size());
        }

        /**
         * Returns this progress with the current time as its end. The total becomes the number of rows and documents
         * that were scanned, because the number that was counted at the beginning may differ.
         */
        ScanProgress finished() {
            return new ScanProgress(startedAt, DatabaseClock.now(), done, done, missing, wrong, stale);
        }

        boolean isRunning() {
            return finishedAt == null;
        }

        private void write(JsonGenerator out, boolean repairs) throws IOException {
            out.writeStartObject();
            out.writeStringField("startedAt", Times.text(startedAt));
            out.writeStringField("finishedAt", finishedAt == null ? null : Times.text(finishedAt));
            out.writeNumberField("done", done);
            out.writeNumberField("total", total);
            if (repairs) {
                out.writeNumberField("missing", missing);
                out.writeNumberField("wrong", wrong);
                out.writeNumberField("stale", stale);
            }
            out.writeEndObject();
        }
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("state", state.word());
        out.writeStringField("analyzer", analyzer);
        out.writeNumberField("position", position);
        out.writeNumberField("behind", behind);
        out.writeNumberField("lagSeconds", lagSeconds);
        NullableMembers.number(out, "documents", documents);
        out.writeStringField("failure", failure);
        NullableMembers.body(out, "rebuild", rebuild == null ? null : json -> rebuild.write(json, false));
        NullableMembers.body(out, "verify", verify == null ? null : json -> verify.write(json, true));
        out.writeEndObject();
    }
}
