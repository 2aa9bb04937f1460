package dev.coppice.search.index;

import org.hibernate.search.engine.backend.document.DocumentElement;
import org.hibernate.search.engine.backend.document.IndexFieldReference;
import org.hibernate.search.engine.backend.document.model.dsl.IndexSchemaElement;
import org.hibernate.search.engine.backend.types.Aggregable;
import org.hibernate.search.engine.backend.types.Sortable;
import org.hibernate.search.mapper.pojo.bridge.TypeBridge;
import org.hibernate.search.mapper.pojo.bridge.binding.TypeBindingContext;
import org.hibernate.search.mapper.pojo.bridge.mapping.programmatic.TypeBinder;
import org.hibernate.search.mapper.pojo.bridge.runtime.TypeBridgeWriteContext;

/** Declares the index fields of the texts of messages, original or edited, and writes them for each text. */
public class TextBinder implements TypeBinder {
    @Override
    public void bind(TypeBindingContext context) {
        context.dependencies().useRootOnly();
        context.bridge(IndexedText.class, new Bridge(context.indexSchemaElement()));
    }

    private static final class Bridge implements TypeBridge<IndexedText> {
        private final IndexFieldReference<String> said;
        private final IndexFieldReference<String> saidWords;
        private final IndexFieldReference<String> aside;
        private final IndexFieldReference<String> asideWords;
        private final IndexFieldReference<String> tenant;
        private final IndexFieldReference<String> namespace;
        private final IndexFieldReference<String> user;
        private final IndexFieldReference<String> agent;
        private final IndexFieldReference<String> source;
        private final IndexFieldReference<String> role;
        private final IndexFieldReference<Long> time;
        private final IndexFieldReference<String> session;
        private final IndexFieldReference<String> tree;
        private final IndexFieldReference<Long> treeColumn;
        private final IndexFieldReference<Long> branch;
        private final IndexFieldReference<Integer> depth;
        private final IndexFieldReference<Integer> edited;
        private final IndexFieldReference<String> at;
        private final IndexFieldReference<Long> fingerprint;

        Bridge(IndexSchemaElement root) {
            var schema = new Schema(root);
            said = schema.stems(IndexFields.SAID);
            saidWords = schema.words(IndexFields.SAID_WORDS);
            aside = schema.stems(IndexFields.ASIDE);
            asideWords = schema.words(IndexFields.ASIDE_WORDS);
            tenant = schema.keyword(IndexFields.TENANT);
            namespace = schema.keyword(IndexFields.NAMESPACE);
            user = schema.keyword(IndexFields.USER);
            agent = schema.keyword(IndexFields.AGENT);
            source = schema.keyword(IndexFields.SOURCE);
            role = schema.keyword(IndexFields.ROLE);
            time = root.field(IndexFields.TIME, f -> f.asLong()).toReference();
            session = schema.keyword(IndexFields.SESSION);
            tree = root.field(
                            IndexFields.TREE,
                            f -> f.asString().aggregable(Aggregable.YES).sortable(Sortable.YES))
                    .toReference();
            treeColumn = schema.column(IndexFields.TREE_COLUMN);
            branch = schema.column(IndexFields.BRANCH);
            depth = schema.smallColumn(IndexFields.DEPTH);
            edited = schema.smallColumn(IndexFields.EDITED);
            at = schema.keyword(IndexFields.AT);
            fingerprint = schema.fingerprint();
        }

        @Override
        public void write(DocumentElement document, IndexedText text, TypeBridgeWriteContext context) {
            var words = text.text();
            document.addValue(said, words.said());
            document.addValue(saidWords, words.said());
            document.addValue(aside, words.aside());
            document.addValue(asideWords, words.aside());
            var owner = text.owner();
            document.addValue(tenant, Integer.toString(owner.tenant()));
            document.addValue(namespace, Long.toString(owner.namespace()));
            document.addValue(user, owner.userId() == null ? IndexFields.NO_USER : owner.userId());
            document.addValue(agent, owner.agent());
            document.addValue(source, owner.source());
            document.addValue(role, text.role());
            document.addValue(time, text.createdAt());
            document.addValue(session, Long.toString(owner.session()));
            document.addValue(tree, OwnerKey.tree(text.tree()));
            document.addValue(treeColumn, text.tree());
            document.addValue(branch, text.position().branch());
            document.addValue(depth, text.position().depth());
            document.addValue(edited, text.isEdit() ? 1 : 0);
            document.addValue(
                    at, IndexFields.at(text.position().branch(), text.position().depth()));
            document.addValue(fingerprint, text.fingerprint());
        }
    }
}
