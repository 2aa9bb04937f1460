package dev.coppice.background;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Checks the health of one part of the server. {@code /health/ready} calls every bean of this type. */
public interface HealthCheck {
    /**
     * True if the server cannot serve requests while this part does not work. While such a part fails,
     * {@code /health/ready} answers 503. If only other parts fail, it answers 200 and names them.
     */
    boolean isNeeded();

    /** Checks whether this part of the server works now. Takes at most about two seconds. Never throws. */
    Health check();

    /**
     * The health of a part of the server, as {@code /health/ready} reports it.
     *
     * @param name name of the part; the member of the response of {@code /health/ready} has the same name
     * @param works true if the part works
     * @param member writes the value of this member
     */
    record Health(String name, boolean works, Member member) {}

    /** Writes the value of a member in the response of {@code /health/ready}. */
    interface Member {
        void write(JsonGenerator out) throws IOException;
    }
}
