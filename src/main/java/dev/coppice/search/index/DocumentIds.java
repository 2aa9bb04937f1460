package dev.coppice.search.index;

import dev.coppice.message.Edit;
import dev.coppice.message.Position;
import org.hibernate.search.mapper.pojo.bridge.IdentifierBridge;
import org.hibernate.search.mapper.pojo.bridge.runtime.IdentifierBridgeFromDocumentIdentifierContext;
import org.hibernate.search.mapper.pojo.bridge.runtime.IdentifierBridgeToDocumentIdentifierContext;

/** Converts primary keys with several columns to ids of Lucene documents, and such ids back to primary keys. */
final class DocumentIds {
    private DocumentIds() {}

    /** Converts between the row position of a message and the id of its document, in the form {@code branch:depth}. */
    public static final class OfMessage implements IdentifierBridge<Position> {
        @Override
        public String toDocumentIdentifier(Position at, IdentifierBridgeToDocumentIdentifierContext context) {
            return at.branch() + ":" + at.depth();
        }

        @Override
        public Position fromDocumentIdentifier(String id, IdentifierBridgeFromDocumentIdentifierContext context) {
            var numbers = id.split(":");
            return new Position(Long.parseLong(numbers[0]), Integer.parseInt(numbers[1]));
        }
    }

    /** Converts between the key of an edit and the id of its document, in the form {@code tree:branch:depth}. */
    public static final class OfEdit implements IdentifierBridge<Edit.Key> {
        @Override
        public String toDocumentIdentifier(Edit.Key key, IdentifierBridgeToDocumentIdentifierContext context) {
            return key.tree() + ":" + key.branch() + ":" + key.depth();
        }

        @Override
        public Edit.Key fromDocumentIdentifier(String id, IdentifierBridgeFromDocumentIdentifierContext context) {
            var numbers = id.split(":");
            return new Edit.Key(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Integer.parseInt(numbers[2]));
        }
    }
}
