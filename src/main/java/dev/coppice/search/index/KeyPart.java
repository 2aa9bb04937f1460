package dev.coppice.search.index;

import java.util.function.LongFunction;

/** The numbers that keys are made of, as rows and as documents have them. */
enum KeyPart {
    TREE("tree", IndexFields.TREE, number -> number, OwnerKey::tree),
    BRANCH("branch", IndexFields.BRANCH, number -> number, number -> number),
    DEPTH("depth", IndexFields.DEPTH, number -> (int) number, number -> (int) number),
    ENTRY("id", IndexFields.ENTRY, number -> number, number -> number);

    private final String attribute;
    private final String field;
    private final LongFunction<Object> inRow;
    private final LongFunction<Object> inDocument;

    KeyPart(String attribute, String field, LongFunction<Object> inRow, LongFunction<Object> inDocument) {
        this.attribute = attribute;
        this.field = field;
        this.inRow = inRow;
        this.inDocument = inDocument;
    }

    String attribute() {
        return attribute;
    }

    String field() {
        return field;
    }

    Object inRow(long number) {
        return inRow.apply(number);
    }

    Object inDocument(long number) {
        return inDocument.apply(number);
    }
}
