package dev.coppice.state;

import dev.coppice.SettingsReader;
import dev.coppice.TestConfig;
import dev.coppice.fuzz.Refusals;
import java.util.List;
import java.util.Map;

/** Reads values and state objects, for fuzzing. */
public final class ValueParsing {
    private static final StateSettings LIMITS = new StateSettings(new SettingsReader(new TestConfig(Map.of())));

    private ValueParsing() {}

    /** Reads a value, as a whole and as a state object. Fails if a list differs from itself. */
    public static void parse(byte[] body) {
        Refusals.each(
                () -> value(NewValue.of(body, LIMITS)),
                () -> States.object(ListItem.of(body).json()));
    }

    private static void value(NewValue value) {
        var items = value.isList() ? value.items() : List.of(value.single());
        items.forEach(item -> Refusals.checkJson(item.json()));
        var fingerprints = items.stream().map(ListItem::fingerprint).toList();
        if (!ListDiff.of(fingerprints, fingerprints).isEmpty()) {
            throw new AssertionError("A list differs from itself");
        }
    }
}
