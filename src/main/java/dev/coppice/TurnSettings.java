package dev.coppice;

/**
 * How much a model is given at once.
 *
 * @param maxBytes that the messages of a turn may have together, as they are stored; older ones are left out
 */
public record TurnSettings(int maxBytes) {
    static TurnSettings of(SettingsReader in) {
        return new TurnSettings(
                // A million tokens in most languages, as many as models read; it is in memory some ten times.
                in.number("coppice.turn.max-bytes", 4 << 20, 1 << 10, 64 << 20));
    }
}
