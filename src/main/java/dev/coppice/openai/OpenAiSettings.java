package dev.coppice.openai;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;

/**
 * The settings of OpenAI's Conversations API on this server.
 *
 * @param strict true to refuse requests that OpenAI would refuse, even if this server could process them
 */
@SettingsGroup
public record OpenAiSettings(boolean strict) {
    @Inject
    public OpenAiSettings(SettingsReader in) {
        this(in.flag(
                "coppice.openai.strict",
                false,
                "Whether `/v1/conversations` refuses what OpenAI refuses: more than 20 items in a request, a `limit` above"
                        + " 100, unknown fields, ids that do not begin with `conv`, and the list of conversations. For"
                        + " tests of clients; otherwise the limits of OpenAI are a trap, because one turn with 11"
                        + " parallel tool calls has 22 items."));
    }
}
