package dev.coppice.search.index;

import org.hibernate.search.engine.backend.document.IndexFieldReference;
import org.hibernate.search.engine.backend.document.model.dsl.IndexSchemaElement;
import org.hibernate.search.engine.backend.types.Norms;
import org.hibernate.search.engine.backend.types.Projectable;
import org.hibernate.search.engine.backend.types.Searchable;
import org.hibernate.search.engine.backend.types.Sortable;

/** Creates the index fields of a document type. Each method creates a field of one kind. */
record Schema(IndexSchemaElement root) {
    /** Field with stemmed words, for full-text search. */
    IndexFieldReference<String> stems(String field) {
        return root.field(field, f -> f.asString().analyzer(Analyzers.STEMS)).toReference();
    }

    /** Field with unstemmed words, for prefix searches only. These need no scores. */
    IndexFieldReference<String> words(String field) {
        return root.field(field, f -> f.asString().analyzer(Analyzers.WORDS).norms(Norms.NO))
                .toReference();
    }

    IndexFieldReference<String> keyword(String field) {
        return root.field(field, f -> f.asString()).toReference();
    }

    /** Field with a number that can be read for each document. */
    IndexFieldReference<Long> column(String field) {
        return root.field(field, f -> f.asLong().sortable(Sortable.YES)).toReference();
    }

    IndexFieldReference<Integer> smallColumn(String field) {
        return root.field(field, f -> f.asInteger().sortable(Sortable.YES)).toReference();
    }

    IndexFieldReference<Long> fingerprint() {
        return root.field(
                        IndexFields.FINGERPRINT,
                        f -> f.asLong().searchable(Searchable.NO).projectable(Projectable.YES))
                .toReference();
    }
}
