package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Numbers that need not be there. */
final class Numbers {
    private Numbers() {}

    static void write(JsonGenerator out, String field, Number number) throws IOException {
        if (number == null) {
            out.writeNullField(field);
        } else {
            out.writeNumberField(field, number.longValue());
        }
    }
}
