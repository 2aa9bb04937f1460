package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * A notice between rooms, observed inside the transaction: a change that the search indexes of all nodes have to follow
 * and that belongs to no session. It becomes a row of the event log which no feed delivers. No part of the public API.
 */
public interface IndexNotice {
    /** Name of the row's type in the event log. */
    default String type() {
        return getClass().getSimpleName();
    }

    /** Writes the members of the row's JSON object. */
    void writeMembers(JsonGenerator out) throws IOException;
}
