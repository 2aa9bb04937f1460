package dev.coppice.search.index;

import org.hibernate.search.engine.backend.document.IndexFieldReference;
import org.hibernate.search.engine.backend.document.model.dsl.IndexSchemaElement;
import org.hibernate.search.engine.backend.types.Norms;
import org.hibernate.search.engine.backend.types.Projectable;
import org.hibernate.search.engine.backend.types.Searchable;
import org.hibernate.search.engine.backend.types.Sortable;

/**
 * Declares the fields of a document type in the search index. Each method declares a field of one kind and returns it.
 *
 * @param root the document type's element in the schema of Hibernate Search
 */
record Schema(IndexSchemaElement root) {
    /** Declares a field with stemmed words, for full-text search. */
    IndexFieldReference<String> stems(String field) {
        return root.field(field, f -> f.asString().analyzer(Analyzers.STEMS)).toReference();
    }

    /** Declares a field with unstemmed words. It is used only to search for prefixes, which needs no scores. */
    IndexFieldReference<String> words(String field) {
        return root.field(field, f -> f.asString().analyzer(Analyzers.WORDS).norms(Norms.NO))
                .toReference();
    }

    /** Declares a field with a text that filters compare as a whole, not word by word. */
    IndexFieldReference<String> keyword(String field) {
        return root.field(field, f -> f.asString()).toReference();
    }

    /** Declares a field with a 64-bit number that can be read for each document found. */
    IndexFieldReference<Long> column(String field) {
        return root.field(field, f -> f.asLong().sortable(Sortable.YES)).toReference();
    }

    /** Declares a field with a 32-bit number that can be read for each document found. */
    IndexFieldReference<Integer> smallColumn(String field) {
        return root.field(field, f -> f.asInteger().sortable(Sortable.YES)).toReference();
    }

    /** Declares the field {@link IndexFields#FINGERPRINT}, which cannot be searched. */
    IndexFieldReference<Long> fingerprint() {
        return root.field(
                        IndexFields.FINGERPRINT,
                        f -> f.asLong().searchable(Searchable.NO).projectable(Projectable.YES))
                .toReference();
    }
}
