package dev.coppice.http;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Settings of the server's HTTP interface.
 *
 * @param publicUrl URL under which clients reach the server, without a slash at its end; null if it is not set
 * @param allowedOrigins origins of web pages, besides the server's own, that may call the API and the MCP endpoint;
 *     empty for none
 */
@SettingsGroup
public record HttpSettings(String publicUrl, List<String> allowedOrigins) {
    @Inject
    public HttpSettings(SettingsReader in) {
        this(
                in.text(
                        "coppice.http.public-url",
                        null,
                        "URL under which people reach the server, for example `https://coppice.example.com`. Links to the"
                                + " console begin with it, and web pages of this origin may call `/mcp`. Without it, links"
                                + " begin with the URL of the request."),
                in.text(
                        "coppice.http.allowed-origins",
                        null,
                        "Origins of other web pages that may call `/v1` and `/mcp`, separated by commas, for example"
                                + " `https://app.example.com`; `*` is not possible. Browsers keep the answers from any"
                                + " other page, and `/mcp` refuses its requests, so that a page cannot reach a server in"
                                + " the visitor's network."));
    }

    private HttpSettings(String publicUrl, String origins) {
        this(publicUrl == null ? null : publicUrl.replaceAll("/+$", ""), Origins.list(origins));
    }
}
