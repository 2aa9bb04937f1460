package dev.coppice.search.index;

import dev.coppice.message.Edit;
import dev.coppice.message.Position;
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

/**
 * Database row of an edit (an update or delete of a message in one tree), mapped for indexing. The indexed text is the
 * text that the message has in this tree.
 */
@Entity
@Immutable
@Table(name = "edit")
@Indexed(index = IndexedEdit.INDEX, routingBinder = @RoutingBinderRef(type = OwnerKey.class))
@TypeBinding(binder = @TypeBinderRef(type = TextBinder.class))
public class IndexedEdit extends IndexedText {
    static final String INDEX = "edit";

    @EmbeddedId
    @DocumentId(identifierBridge = @IdentifierBridgeRef(type = DocumentIds.OfEdit.class))
    private Edit.Key key;

    protected IndexedEdit() {}

    @Override
    DocumentType type() {
        return DocumentType.EDIT;
    }

    @Override
    Object id() {
        return key;
    }

    @Override
    Position position() {
        return new Position(key.branch(), key.depth());
    }

    @Override
    long tree() {
        return key.tree();
    }

    @Override
    boolean isEdit() {
        return true;
    }
}
