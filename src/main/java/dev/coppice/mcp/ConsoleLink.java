package dev.coppice.mcp;

/** Builds the URL at which the console shows a message. Pure. */
final class ConsoleLink {
    private ConsoleLink() {}

    /**
     * Returns the URL of a message in the console, such as {@code
     * http://127.0.0.1:8080/console/#/sessions/hazel/messages/a8}.
     *
     * @param base URL of the server, without a slash at its end
     * @param address the message; its namespace becomes a query parameter unless it is the default namespace
     */
    static String to(String base, MessageAddress address) {
        var link = base + "/console/#/sessions/" + MessageAddress.encoded(address.session()) + "/messages/"
                + MessageAddress.encoded(address.message());
        return address.namespace().isEmpty()
                ? link
                : link + "?namespace=" + MessageAddress.encoded(address.namespace());
    }
}
