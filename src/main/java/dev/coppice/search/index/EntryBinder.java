package dev.coppice.search.index;

import org.hibernate.search.engine.backend.document.DocumentElement;
import org.hibernate.search.engine.backend.document.IndexFieldReference;
import org.hibernate.search.mapper.pojo.bridge.TypeBridge;
import org.hibernate.search.mapper.pojo.bridge.binding.TypeBindingContext;
import org.hibernate.search.mapper.pojo.bridge.mapping.programmatic.TypeBinder;
import org.hibernate.search.mapper.pojo.bridge.runtime.TypeBridgeWriteContext;

/** Declares the index fields of block entries, and writes them for each entry. */
public class EntryBinder implements TypeBinder {
    @Override
    public void bind(TypeBindingContext context) {
        context.dependencies().useRootOnly();
        context.bridge(IndexedEntry.class, new Bridge(new Schema(context.indexSchemaElement())));
    }

    private static final class Bridge implements TypeBridge<IndexedEntry> {
        private final IndexFieldReference<String> said;
        private final IndexFieldReference<String> saidWords;
        private final IndexFieldReference<String> tenant;
        private final IndexFieldReference<String> store;
        private final IndexFieldReference<String> session;
        private final IndexFieldReference<Long> entry;
        private final IndexFieldReference<Long> fingerprint;

        Bridge(Schema schema) {
            said = schema.stems(IndexFields.SAID);
            saidWords = schema.words(IndexFields.SAID_WORDS);
            tenant = schema.keyword(IndexFields.TENANT);
            store = schema.keyword(IndexFields.STORE);
            session = schema.keyword(IndexFields.SESSION);
            entry = schema.column(IndexFields.ENTRY);
            fingerprint = schema.fingerprint();
        }

        @Override
        public void write(DocumentElement document, IndexedEntry row, TypeBridgeWriteContext context) {
            var text = row.text();
            document.addValue(said, text);
            document.addValue(saidWords, text);
            document.addValue(tenant, Integer.toString(row.tenant()));
            document.addValue(store, Long.toString(row.store()));
            document.addValue(session, row.session() == null ? null : Long.toString(row.session()));
            document.addValue(entry, row.number());
            document.addValue(fingerprint, row.fingerprint());
        }
    }
}
