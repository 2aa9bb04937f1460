package dev.coppice.mcp;

import dev.coppice.Problem;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The URI of an MCP resource: {@code coppice://sessions/{id}}, optionally followed by {@code /prompt} or {@code /tree},
 * or {@code coppice://users/{id}/profile}. Ids are percent-encoded. The URI of a session may end with
 * {@code ?namespace=} and a namespace. Pure.
 *
 * @param kind what the resource is
 * @param id id of the session or user
 * @param namespace namespace of the session; null if the URI names none
 */
record ResourceUri(Kind kind, String id, String namespace) {
    private static final Pattern SESSION =
            Pattern.compile("coppice://sessions/([^/?#]+)(/prompt|/tree)?(?:\\?namespace=([^&#]*))?");
    private static final Pattern USER = Pattern.compile("coppice://users/([^/?#]+)/profile");

    /** Kind of an MCP resource: a transcript, a prompt, a tree or a profile. Each kind has a media type. */
    enum Kind {
        TRANSCRIPT("text/markdown"),
        PROMPT("text/plain"),
        TREE("application/json"),
        PROFILE("application/json");

        private final String mediaType;

        Kind(String mediaType) {
            this.mediaType = mediaType;
        }

        String mediaType() {
            return mediaType;
        }
    }

    /**
     * Reads the URI of an MCP resource. Empty if the text has another form, or is not correctly percent-encoded. Does
     * not check whether the session or user exists.
     */
    static Optional<ResourceUri> of(String uri) {
        try {
            var session = SESSION.matcher(uri);
            if (session.matches()) {
                var namespace = session.group(3);
                return Optional.of(new ResourceUri(
                        kind(session.group(2)),
                        MessageAddress.decoded(session.group(1)),
                        namespace == null ? null : MessageAddress.decoded(namespace)));
            }
            var user = USER.matcher(uri);
            return user.matches()
                    ? Optional.of(new ResourceUri(Kind.PROFILE, MessageAddress.decoded(user.group(1)), null))
                    : Optional.empty();
        } catch (Problem e) {
            return Optional.empty(); // Not percent-encoded.
        }
    }

    private static Kind kind(String suffix) {
        if (suffix == null) {
            return Kind.TRANSCRIPT;
        }
        return suffix.equals("/prompt") ? Kind.PROMPT : Kind.TREE;
    }

    /**
     * Returns the URI of the resource that contains the transcript of a session, for example
     * {@code coppice://sessions/hazel}.
     */
    static String ofSession(String namespace, String id) {
        var uri = "coppice://sessions/" + MessageAddress.encoded(id);
        return namespace.isEmpty() ? uri : uri + "?namespace=" + MessageAddress.encoded(namespace);
    }
}
