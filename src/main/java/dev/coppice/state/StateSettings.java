package dev.coppice.state;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;

/**
 * Limits of the data that a session and its runs store in addition to messages.
 *
 * @param maxBytes maximum bytes of a single value, of an item of a list, of the state object, of a run's checkpoint,
 *     and of its requirements
 * @param maxItems maximum number of items in a list
 * @param maxValues maximum number of values in a session
 */
@SettingsGroup
public record StateSettings(int maxBytes, int maxItems, int maxValues) {
    @Inject
    public StateSettings(SettingsReader in) {
        this(
                in.number(
                        "coppice.state.max-bytes",
                        4 << 20,
                        1 << 10,
                        64 << 20,
                        "Largest value, list item, state object, or checkpoint of a run: as large as a message. A list"
                                + " can hold more."),
                in.number(
                        "coppice.state.max-items",
                        100_000,
                        1,
                        1_000_000,
                        "Items of a list. A list that is replaced is compared while the session is locked, for about a"
                                + " second at most."),
                in.number(
                        "coppice.state.max-values",
                        1000,
                        1,
                        10_000,
                        "Keys of a session. All are detached in one statement when the session is deleted."));
    }
}
