package dev.coppice.search.index;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.db.DatabaseClock;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * How the index is.
 *
 * @param position the last event of the log that it has taken in
 * @param behind events that it has still to take in
 * @param lagSeconds age of the oldest of them, 0 when there is none
 * @param documents texts in it, or null when it cannot be read
 * @param failure why it is degraded, or null
 * @param rebuild the rebuild that runs or was the last, or null
 * @param verify the verification that runs or was the last, or null
 */
public record IndexStatus(
        State state,
        String analyzer,
        long position,
        long behind,
        double lagSeconds,
        Long documents,
        String failure,
        Walk rebuild,
        Walk verify)
        implements JsonBody {

    /** What it is about. */
    public enum State {
        OK("ok"),
        /** Behind by more than a moment, and catching up. */
        CATCHING_UP("catching-up"),
        REBUILDING("rebuilding"),
        VERIFYING("verifying"),
        /** It cannot be written; nothing is lost, and it is tried again. */
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
     * A walk over everything.
     *
     * @param done texts and documents looked at
     * @param total of them, as counted at the beginning
     * @param finishedAt epoch milliseconds, or null while it runs
     * @param missing documents that were not there and were made; of a verification
     * @param wrong documents that were made of something else and were made anew
     * @param stale documents of texts that are gone, and that were removed
     */
    public record Walk(long startedAt, Long finishedAt, long done, long total, long missing, long wrong, long stale) {
        static Walk of(long total) {
            return new Walk(DatabaseClock.now(), null, 0, total, 0, 0, 0);
        }

        Walk looked(int more) {
            return new Walk(startedAt, null, done + more, Math.max(total, done + more), missing, wrong, stale);
        }

        Walk repaired(Mismatches found) {
            return new Walk(
                    startedAt,
                    null,
                    done,
                    total,
                    missing + found.missing().size(),
                    wrong + found.wrong().size(),
                    stale + found.stale().size());
        }

        Walk finished() {
            return new Walk(startedAt, DatabaseClock.now(), done, done, missing, wrong, stale);
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
        NullableMembers.body(out, "rebuild", rebuild == null ? null : walk -> rebuild.write(walk, false));
        NullableMembers.body(out, "verify", verify == null ? null : walk -> verify.write(walk, true));
        out.writeEndObject();
    }
}
