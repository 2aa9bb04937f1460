package dev.coppice.search;

import org.hibernate.search.engine.backend.document.DocumentElement;
import org.hibernate.search.engine.backend.document.IndexFieldReference;
import org.hibernate.search.engine.backend.document.model.dsl.IndexSchemaElement;
import org.hibernate.search.engine.backend.types.Aggregable;
import org.hibernate.search.engine.backend.types.Norms;
import org.hibernate.search.engine.backend.types.Projectable;
import org.hibernate.search.engine.backend.types.Searchable;
import org.hibernate.search.engine.backend.types.Sortable;
import org.hibernate.search.mapper.pojo.bridge.TypeBridge;
import org.hibernate.search.mapper.pojo.bridge.binding.TypeBindingContext;
import org.hibernate.search.mapper.pojo.bridge.mapping.programmatic.TypeBinder;
import org.hibernate.search.mapper.pojo.bridge.runtime.TypeBridgeWriteContext;

/** The document: what stands in which field. */
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
        private final IndexFieldReference<Long> sessionColumn;
        private final IndexFieldReference<String> tree;
        private final IndexFieldReference<Long> branch;
        private final IndexFieldReference<Integer> depth;
        private final IndexFieldReference<Integer> edited;
        private final IndexFieldReference<String> at;
        private final IndexFieldReference<Long> print;

        Bridge(IndexSchemaElement schema) {
            said = stems(schema, Fields.SAID);
            saidWords = words(schema, Fields.SAID_WORDS);
            aside = stems(schema, Fields.ASIDE);
            asideWords = words(schema, Fields.ASIDE_WORDS);
            tenant = keyword(schema, Fields.TENANT);
            namespace = keyword(schema, Fields.NAMESPACE);
            user = keyword(schema, Fields.USER);
            agent = keyword(schema, Fields.AGENT);
            source = keyword(schema, Fields.SOURCE);
            role = keyword(schema, Fields.ROLE);
            time = schema.field(Fields.TIME, f -> f.asLong()).toReference();
            session = keyword(schema, Fields.SESSION);
            sessionColumn = column(schema, Fields.SESSION_COLUMN);
            tree = schema.field(
                            Fields.TREE,
                            f -> f.asString().aggregable(Aggregable.YES).sortable(Sortable.YES))
                    .toReference();
            branch = column(schema, Fields.BRANCH);
            depth = smallColumn(schema, Fields.DEPTH);
            edited = smallColumn(schema, Fields.EDITED);
            at = keyword(schema, Fields.AT);
            print = schema.field(
                            Fields.PRINT,
                            f -> f.asLong().searchable(Searchable.NO).projectable(Projectable.YES))
                    .toReference();
        }

        private static IndexFieldReference<String> stems(IndexSchemaElement schema, String field) {
            return schema.field(field, f -> f.asString().analyzer(Analysis.STEMS))
                    .toReference();
        }

        /** Only for beginnings of words, which have no score. */
        private static IndexFieldReference<String> words(IndexSchemaElement schema, String field) {
            return schema.field(
                            field, f -> f.asString().analyzer(Analysis.WORDS).norms(Norms.NO))
                    .toReference();
        }

        private static IndexFieldReference<String> keyword(IndexSchemaElement schema, String field) {
            return schema.field(field, f -> f.asString()).toReference();
        }

        private static IndexFieldReference<Long> column(IndexSchemaElement schema, String field) {
            return schema.field(field, f -> f.asLong().sortable(Sortable.YES)).toReference();
        }

        private static IndexFieldReference<Integer> smallColumn(IndexSchemaElement schema, String field) {
            return schema.field(field, f -> f.asInteger().sortable(Sortable.YES))
                    .toReference();
        }

        @Override
        public void write(DocumentElement document, IndexedText text, TypeBridgeWriteContext context) {
            var words = text.text();
            document.addValue(said, words.said());
            document.addValue(saidWords, words.said());
            document.addValue(aside, words.aside());
            document.addValue(asideWords, words.aside());
            var owner = text.session();
            document.addValue(tenant, Integer.toString(owner.tenant()));
            document.addValue(namespace, Long.toString(owner.namespace()));
            document.addValue(user, owner.userId());
            document.addValue(agent, owner.agent());
            document.addValue(source, owner.source());
            document.addValue(role, text.role());
            document.addValue(time, text.createdAt());
            document.addValue(session, Long.toString(owner.number()));
            document.addValue(sessionColumn, owner.number());
            document.addValue(tree, ByTree.key(owner.tree()));
            document.addValue(branch, text.position().branch());
            document.addValue(depth, text.position().depth());
            document.addValue(edited, text.isEdit() ? 1 : 0);
            document.addValue(
                    at, Fields.at(text.position().branch(), text.position().depth()));
            document.addValue(print, text.print());
        }
    }
}
