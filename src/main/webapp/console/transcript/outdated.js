/** Whether an event means that what is shown is out of date. Events of one's own changes do not, once they are read. Pure. */

/** Events after which the shown messages may be out of date. */
export const CHANGES = new Set(['MessageUpdated', 'MessagesDeleted', 'MessagesPurged', 'HistoryCleared', 'Compacted', 'CompactionUndone']);

/**
 * @param {{type: string, data: object}} event one of `CHANGES`
 * @param {{isShown: function(string): boolean, hasMessages: boolean, overlays: Set<string>}} view `isShown`: whether the
 *     message with an id is shown; `overlays`: ids of the compactions that were read
 * @returns {boolean|string} the id of a message that must be compared with the stored one to know it
 */
export function isOutdated({ type, data }, { isShown, hasMessages, overlays }) {
    switch (type) {
        case 'MessageUpdated':
            return isShown(data.messageId) && data.messageId;
        case 'MessagesDeleted':
            return data.messageIds.some(isShown);
        case 'HistoryCleared':
            return hasMessages;
        case 'Compacted':
            return !overlays.has(data.compactionId);
        case 'CompactionUndone':
            return overlays.has(data.compactionId);
        default:
            return true;
    }
}
