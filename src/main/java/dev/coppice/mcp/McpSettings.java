package dev.coppice.mcp;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;

/**
 * Settings of the MCP endpoint.
 *
 * @param resultCharacters approximate maximum number of characters that the message texts in one result have together;
 *     if they have more, the longest texts are shortened. The tool {@code fetch} shortens no text.
 */
@SettingsGroup
public record McpSettings(int resultCharacters) {
    @Inject
    public McpSettings(SettingsReader in) {
        this(in.number(
                "coppice.mcp.result-characters",
                40_000,
                1_000,
                4_000_000,
                "Characters of message text in one result of a tool, a resource or a prompt, about 10,000 tokens. Claude"
                        + " Code warns above 10,000 tokens and refuses above 25,000. The longest messages are cut in"
                        + " the middle, but not below 300 characters. The tool fetch gives a message whole."));
    }
}
