package dev.coppice.contract;

/**
 * Something that must survive the end of a server. {@link RestartIT} prepares all cases, ends the first of {@code
 * TestServers} once, starts it again and then checks each case.
 */
interface RestartCase {
    /** Writes what must survive; may leave clients running. */
    void prepare() throws Exception;

    /** Runs while the first server is down. */
    default void whileDown() throws Exception {}

    /** Asserts that it has survived; ends clients that are still running. */
    void check() throws Exception;
}
