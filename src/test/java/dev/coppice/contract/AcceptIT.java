package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.openapi.Document;
import dev.coppice.openapi.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Generated clients accept what the document declares for an operation, and no more: often only a problem. */
@DatabaseNeutral
class AcceptIT extends Contract {

    private static final byte[] EMPTY = {'{', '}'};

    private final Document document = Document.load();

    @Test
    void whatAGeneratedClientAcceptsIsNeverRefused() {
        var refused = new ArrayList<String>();
        for (var operation : document.operations()) {
            var call = api().call(operation.method(), operation.template().replaceAll("\\{[^}]+}", unique("nobody")));
            types(operation).forEach(type -> call.header("Accept", type));
            if (types(operation).contains("text/event-stream")) {
                call.query("lastEventId", "none"); // refused, because a stream would not end
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

    private TreeSet<String> types(Operation operation) {
        var types = new TreeSet<String>();
        operation.node().path("responses").forEach(response -> document.resolve(response)
                .path("content")
                .fieldNames()
                .forEachRemaining(types::add));
        return types;
    }
}
