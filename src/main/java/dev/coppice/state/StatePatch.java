package dev.coppice.state;

import dev.coppice.api.Precondition;
import java.util.Set;

/**
 * A change of a session's state object that is part of an append of messages.
 *
 * @param json a JSON Merge Patch (RFC 7396), which is a JSON object; the array must not be modified
 * @param expectedVersion version that the state object must have before the patch is applied; 0 if the session must
 *     have no stored state object; null to apply the patch to any version
 */
public record StatePatch(byte[] json, Long expectedVersion) {
    /** Returns the precondition on the version of the state object. */
    Precondition precondition() {
        return expectedVersion == null ? Precondition.NONE : new Precondition(Set.of(expectedVersion), true, false);
    }
}
