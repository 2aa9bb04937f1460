package dev.coppice.search.index;

import dev.coppice.message.Position;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;
import org.hibernate.search.mapper.pojo.bridge.mapping.annotation.IdentifierBridgeRef;
import org.hibernate.search.mapper.pojo.bridge.mapping.annotation.RoutingBinderRef;
import org.hibernate.search.mapper.pojo.bridge.mapping.annotation.TypeBinderRef;
import org.hibernate.search.mapper.pojo.mapping.definition.annotation.DocumentId;
import org.hibernate.search.mapper.pojo.mapping.definition.annotation.Indexed;
import org.hibernate.search.mapper.pojo.mapping.definition.annotation.TypeBinding;

/** Database row of a message, mapped for indexing. The indexed text is the original text of the message. */
@Entity
@Immutable
@Table(name = "message")
@Indexed(index = IndexedMessage.INDEX, routingBinder = @RoutingBinderRef(type = OwnerKey.class))
@TypeBinding(binder = @TypeBinderRef(type = TextBinder.class))
public class IndexedMessage extends IndexedText {
    static final String INDEX = "message";

    @EmbeddedId
    @DocumentId(identifierBridge = @IdentifierBridgeRef(type = DocumentIds.OfMessage.class))
    private Position position;

    @Column(name = "tree_id", insertable = false, updatable = false)
    private long tree;

    @Column(name = "message_id")
    private String messageId;

    private long seq;

    protected IndexedMessage() {}

    @Override
    DocumentType type() {
        return DocumentType.MESSAGE;
    }

    @Override
    Object id() {
        return position;
    }

    @Override
    Position position() {
        return position;
    }

    @Override
    long tree() {
        return tree;
    }

    long seq() {
        return seq;
    }

    @Override
    boolean isEdit() {
        return false;
    }
}
