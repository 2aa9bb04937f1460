package dev.coppice.turn;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;

/**
 * Limits of a turn.
 *
 * @param maxBytes maximum size in bytes of all messages of one turn, as stored; older messages are omitted
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
