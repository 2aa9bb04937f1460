package dev.coppice.mcp;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Address of a message: its namespace, session and id. The tools {@code search} and {@code fetch} write the address as
 * one id of the form {@code [namespace#]session#message}, for example {@code hazel#a8}. Each part is percent-encoded.
 * Pure.
 *
 * @param namespace name of the namespace; empty for the default namespace
 * @param session id of the session
 * @param message id of the message
 */
record MessageAddress(String namespace, String session, String message) {
    private static final String SEPARATOR = "#";

    /**
     * Reads an id of the form {@code [namespace#]session#message}. Throws 422 {@code invalid-id} if it does not have
     * two or three parts, or if a part is not correctly percent-encoded.
     */
    static MessageAddress of(String id) {
        var parts = id.split(SEPARATOR, -1);
        if (parts.length != 2 && parts.length != 3) {
            throw invalid();
        }
        int first = parts.length - 2;
        return new MessageAddress(
                first == 0 ? "" : decoded(parts[0]), decoded(parts[first]), decoded(parts[first + 1]));
    }

    /** Returns this address as an id of the form {@code [namespace#]session#message}. */
    String id() {
        var address = encoded(session) + SEPARATOR + encoded(message);
        return namespace.isEmpty() ? address : encoded(namespace) + SEPARATOR + address;
    }

    /** Percent-encodes all characters except letters, digits and {@code -_.~}. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    /** Decodes a percent-encoded text. Throws 422 {@code invalid-id} if it is not encoded correctly. */
    static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw invalid();
        }
    }

    private static Problem invalid() {
        return new Problem(Code.INVALID_ID, "This is no id of a message. Pass an id as search gave it.");
    }
}
