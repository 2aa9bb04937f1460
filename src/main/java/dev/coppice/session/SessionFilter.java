package dev.coppice.session;

import java.util.Map;

/**
 * Which sessions a list shows; null means any.
 *
 * @param namespace null for all namespaces of the tenant
 * @param parent id of the session that it came from
 * @param metadata scalar members that the metadata must have, as text
 */
public record SessionFilter(
        String namespace,
        String userId,
        String agent,
        String source,
        String type,
        String parent,
        Boolean ended,
        Map<String, String> metadata) {

    /** The part that no index answers. */
    boolean matches(String agent, String source, String type, String parent, boolean ended) {
        return (this.agent == null || this.agent.equals(agent))
                && (this.source == null || this.source.equals(source))
                && (this.type == null || this.type.equals(type))
                && (this.parent == null || this.parent.equals(parent))
                && (this.ended == null || this.ended == ended);
    }
}
