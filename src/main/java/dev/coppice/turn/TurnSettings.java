package dev.coppice.turn;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;

/**
 * Limits of a turn.
 *
 * @param maxBytes of the messages of one turn together, as stored; older messages are left out
 */
@SettingsGroup
public record TurnSettings(int maxBytes) {
    @Inject
    public TurnSettings(SettingsReader in) {
        this(in.number(
                "coppice.turn.max-bytes",
                4 << 20,
                1 << 10,
                64 << 20,
                "Stored messages of one turn, the newest ones. That is a million tokens in most languages, as many as"
                        + " models read; building the answer needs about ten times as much memory."));
    }
}
