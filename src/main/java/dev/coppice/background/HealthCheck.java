package dev.coppice.background;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** A part of the server that tells how it is; found by its type. */
public interface HealthCheck {
    /** True when the server cannot serve without it. */
    boolean isNeeded();

    /** Looks now; short, and without a failure of its own. */
    Health check();

    /** How a part is: its name, whether it works, and what it writes as its member. */
    record Health(String name, boolean works, Member member) {}

    /** Writes a value. */
    interface Member {
        void write(JsonGenerator out) throws IOException;
    }
}
