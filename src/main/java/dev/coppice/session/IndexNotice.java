package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * Internal notice, fired inside the transaction: data has changed that belongs to no session, and all nodes must change
 * their search indexes accordingly. The notice is stored as a row of the event log. Clients do not receive this row.
 * Not part of the public API.
 */
public interface IndexNotice {
    /** Returns the type of the notice that the row of the event log contains: the simple name of its class. */
    default String type() {
        return getClass().getSimpleName();
    }

    /**
     * Writes the data of the notice as members of the JSON object that the row of the event log stores.
     *
     * @param out a generator in which this object is already open and must stay open
     */
    void writeMembers(JsonGenerator out) throws IOException;
}
