package dev.coppice.message;

/**
 * A message of an export: one that is stored, or a deleted one at which a compaction begins or ends.
 *
 * @param seq sequence number of the message; 0 for a deleted message
 * @param id id of the message; of a deleted message its former id, or a new one such as {@code deleted-17-4} if the
 *     former id is in use again
 * @param parentId id of the parent, which may be a deleted message of the export; null for a root
 * @param tokens number of tokens; 0 for a deleted message
 * @param json the message's JSON, byte for byte as stored; null if it is deleted
 */
public record StoredMessage(long seq, String id, String parentId, int tokens, byte[] json) {
    public boolean isDeleted() {
        return json == null;
    }
}
