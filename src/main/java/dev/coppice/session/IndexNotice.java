package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * Internal notice, observed inside the transaction: a change that belongs to no session, but that all nodes must apply
 * to their search indexes. It is stored as a row of the event log, which the feed does not deliver. Not part of the
 * public API.
 */
public interface IndexNotice {
    /** Returns the name by which the row of the event log says what changed: the simple name of the class. */
    default String type() {
        return getClass().getSimpleName();
    }

    /** Writes the notice's data as members of an open JSON object, which the row of the event log stores. */
    void writeMembers(JsonGenerator out) throws IOException;
}
