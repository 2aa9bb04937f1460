package dev.coppice.turn;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;

/**
 * Limits of a turn, that is, of the input of one model call.
 *
 * @param maxBytes maximum sum of the sizes of a turn's messages, in bytes as stored; older messages are omitted
 * @param maxBack maximum number of messages by which a turn with a maximum number of messages ({@code last}) is
 *     extended towards the root if its selected messages contain neither a user message nor a summary; the turn then
 *     begins with the nearest one
 */
@SettingsGroup
public record TurnSettings(int maxBytes, int maxBack) {
    @Inject
    public TurnSettings(SettingsReader in) {
        this(
                in.number(
                        "coppice.turn.max-bytes",
                        4 << 20,
                        1 << 10,
                        64 << 20,
                        "Stored messages of one turn, the newest ones. That is a million tokens in most languages, as many as"
                                + " models read; building the answer needs about ten times as much memory."),
                in.number(
                        "coppice.turn.max-back",
                        200,
                        0,
                        10_000,
                        "Messages before a window without a user message in which the nearest one is searched, so that"
                                + " the window can begin with it. An agent seldom works on one question for longer."));
    }
}
