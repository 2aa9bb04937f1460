/** How compactions relate to the summaries in a history. Pure. */

const PREFIX = 'compaction_';

/** The id of the compaction whose summary a message is; null for other messages. */
export function overlayId(message) {
    return String(message.id ?? '').startsWith(PREFIX) ? message.id.slice(PREFIX.length) : null;
}

/**
 * Assigns superseded compactions to the one that replaced them: the next one that begins at the same message or, if
 * there is none, the next one.
 * @param {object[]} overlays oldest first
 * @returns {Map<string, object[]>} the superseded compactions by the id of the one in force, oldest first
 */
export function supersededBy(overlays) {
    const result = new Map();
    overlays.forEach((overlay, index) => {
        if (!overlay.superseded) {
            return;
        }
        const later = overlays.slice(index + 1).filter(other => !other.superseded);
        const heir = later.find(other => other.fromMessageId === overlay.fromMessageId) ?? later[0];
        if (heir) {
            result.set(heir.id, [...(result.get(heir.id) ?? []), overlay]);
        }
    });
    return result;
}
