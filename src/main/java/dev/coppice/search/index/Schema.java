package dev.coppice.search.index;

import org.hibernate.search.engine.backend.document.IndexFieldReference;
import org.hibernate.search.engine.backend.document.model.dsl.IndexSchemaElement;
import org.hibernate.search.engine.backend.types.Norms;
import org.hibernate.search.engine.backend.types.Projectable;
import org.hibernate.search.engine.backend.types.Searchable;
import org.hibernate.search.engine.backend.types.Sortable;

/** The kinds of fields that documents have. */
record Schema(IndexSchemaElement root) {
    IndexFieldReference<String> stems(String field) {
        return root.field(field, f -> f.asString().analyzer(Analyzers.STEMS)).toReference();
    }

    /** Only for beginnings of words, which have no score. */
    IndexFieldReference<String> words(String field) {
        return root.field(field, f -> f.asString().analyzer(Analyzers.WORDS).norms(Norms.NO))
                .toReference();
    }

    IndexFieldReference<String> keyword(String field) {
        return root.field(field, f -> f.asString()).toReference();
    }

    IndexFieldReference<Long> column(String field) {
        return root.field(field, f -> f.asLong().sortable(Sortable.YES)).toReference();
    }

    IndexFieldReference<Integer> smallColumn(String field) {
        return root.field(field, f -> f.asInteger().sortable(Sortable.YES)).toReference();
    }

    IndexFieldReference<Long> print() {
        return root.field(
                        IndexFields.PRINT,
                        f -> f.asLong().searchable(Searchable.NO).projectable(Projectable.YES))
                .toReference();
    }
}
