package dev.coppice.client;

/**
 * A stored JSON value with its version.
 *
 * @param json the value as it was written
 * @param version the version, which changes with each write; 0 if the value was never written
 */
public record Versioned(String json, long version) {

    static Versioned of(Answer answer) {
        return new Versioned(answer.json(), answer.version() == null ? 0 : answer.version());
    }
}
