package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.openapi.Document;
import dev.coppice.openapi.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The {@code Accept} header of a generated client lists the media types that {@code openapi.yaml} declares for the
 * operation, often only the media type of problems. No operation may refuse such a header with 406.
 */
@DatabaseNeutral
class AcceptIT extends Contract {

    private static final byte[] EMPTY = {'{', '}'};

    private final Document document = Document.load();

    @Test
    void acceptHeaderOfGeneratedClientIsNeverRefused() {
        var refused = new ArrayList<String>();
        for (var operation : document.operations()) {
            var call = api().call(operation.method(), operation.template().replaceAll("\\{[^}]+}", unique("nobody")));
            declaredMediaTypes(operation).forEach(type -> call.header("Accept", type));
            if (declaredMediaTypes(operation).contains("text/event-stream")) {
                call.query("lastEventId", "none"); // invalid, so that no endless stream is opened
            }
            if (operation.node().has("requestBody")) {
                call.body(
                        operation.method().equals("PATCH") ? "application/merge-patch+json" : "application/json",
                        EMPTY);
            }
            if (call.send().status() == 406) {
                refused.add(operation.toString());
            }
        }
        assertEquals(List.of(), refused);
    }

    private TreeSet<String> declaredMediaTypes(Operation operation) {
        var declaredMediaTypes = new TreeSet<String>();
        operation.node().path("responses").forEach(response -> document.resolve(response)
                .path("content")
                .fieldNames()
                .forEachRemaining(declaredMediaTypes::add));
        return declaredMediaTypes;
    }
}
