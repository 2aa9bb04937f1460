package dev.coppice.background;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Checks the health of one part of the server. {@code /health/ready} calls every bean of this type. */
public interface HealthCheck {
    /** True when the server cannot serve requests without this part. */
    boolean isNeeded();

    /** Checks the part now, within about two seconds; never throws. */
    Health check();

    /** The health of a part: its name, whether it works, and the value of its member in the answer. */
    record Health(String name, boolean works, Member member) {}

    /** Writes a JSON value. */
    interface Member {
        void write(JsonGenerator out) throws IOException;
    }
}
