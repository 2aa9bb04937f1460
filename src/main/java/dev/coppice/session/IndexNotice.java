package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * Internal notice, observed inside the transaction: a change that belongs to no session, but that the search indexes of
 * all nodes must apply. It becomes a row of the event log that feeds do not deliver. Not part of the public API.
 */
public interface IndexNotice {
    /** Returns the type of the event log's row. */
    default String type() {
        return getClass().getSimpleName();
    }

    /** Writes the members of the JSON object in the event log's row. */
    void writeMembers(JsonGenerator out) throws IOException;
}
