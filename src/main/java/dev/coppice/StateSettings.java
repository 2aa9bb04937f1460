package dev.coppice;

/**
 * How much a session may keep beside its messages.
 *
 * @param maxBytes of a single value, of an item of a list, of the state object, and of a run's checkpoint
 * @param maxItems of a list
 * @param maxValues keys of a session
 */
public record StateSettings(int maxBytes, int maxItems, int maxValues) {
    static StateSettings of(SettingsReader in) {
        return new StateSettings(
                // As much as a message: an agent's component that has more to keep has a list.
                in.number("coppice.state.max-bytes", 4 << 20, 1 << 10, 64 << 20),
                // A list that is put whole is compared while the session is locked: a second or so at most.
                in.number("coppice.state.max-items", 100_000, 1, 1_000_000),
                // Components of an agent, each with its keys; all are cut off at once when the session goes.
                in.number("coppice.state.max-values", 1000, 1, 10_000));
    }
}
