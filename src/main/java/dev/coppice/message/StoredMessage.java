package dev.coppice.message;

/**
 * A message of an export, or a deleted message that a compaction still refers to.
 *
 * @param seq sequence number of the message; 0 for a deleted message
 * @param id id of the message; of a deleted message its former id, or another one if that id is in use again
 * @param parentId id of the parent, which may be a deleted message of the export; null for a root
 * @param tokens number of tokens; 0 for a deleted message
 * @param json the message as stored, or null if it is deleted
 */
public record StoredMessage(long seq, String id, String parentId, int tokens, byte[] json) {
    public boolean isDeleted() {
        return json == null;
    }
}
