package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * Internal notice: data has changed, and all nodes must change their search indexes accordingly. Fired inside the
 * transaction of the change, or returned by a {@link SessionEvent} that announces the change. The notice is stored as a
 * row of the event log that belongs to no session. Clients do not receive this row. Not part of the public API.
 */
public interface IndexNotice {
    /**
     * Returns the type of this notice, as stored in the row of the event log: the simple name of the notice's class.
     */
    default String type() {
        return getClass().getSimpleName();
    }

    /**
     * Writes the data of the notice as members of the JSON object that the row of the event log stores. The caller
     * writes the start and the end of the object.
     *
     * @param out the generator of the object
     */
    void writeMembers(JsonGenerator out) throws IOException;
}
