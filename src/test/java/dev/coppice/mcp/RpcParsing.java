package dev.coppice.mcp;

import dev.coppice.fuzz.Refusals;
import java.nio.charset.StandardCharsets;

/** Reads requests of the Model Context Protocol, for fuzzing. */
public final class RpcParsing {
    private static final Catalog CATALOG = catalog();

    private RpcParsing() {}

    private static Catalog catalog() {
        var catalog = new Catalog();
        catalog.load();
        return catalog;
    }

    /** Reads the input as a request, with what the server reads from its parameters, and as an address. */
    public static void parse(byte[] input) {
        var text = new String(input, StandardCharsets.UTF_8);
        Refusals.each(
                () -> refusable(() -> request(input)),
                () -> MessageAddress.of(text),
                () -> ResourceUri.of(text),
                () -> Timeframe.of(text),
                () -> ToolGroups.of(text),
                () -> Protocol.decoded(text));
    }

    private static void refusable(Runnable parse) {
        try {
            parse.run();
        } catch (RpcError refused) {
            refused.toMap();
        }
    }

    private static void request(byte[] body) {
        var members = RpcRequest.members(body);
        RpcRequest.id(members);
        var request = RpcRequest.of(members);
        refusable(() -> Protocol.isModern(request, name -> header(request, name)));
        refusable(() -> Protocol.isModern(request, name -> null));
        refusable(() -> IdempotencyMeta.key(request.meta()));
        refusable(() -> PromptTexts.arguments(request.params()));
        ClientHandle.sessionId(request.meta(), null);
        var arguments = request.params().object("arguments");
        CATALOG.tool(String.valueOf(request.params().text("name"))).ifPresent(tool -> call(tool, arguments));
    }

    /** Returns the header that a client sends with a request. */
    private static String header(RpcRequest request, String name) {
        return switch (name) {
            case Protocol.VERSION_HEADER -> Protocol.MODERN;
            case Protocol.METHOD_HEADER -> request.method();
            default -> request.params().text("name");
        };
    }

    /** Checks the arguments of a call. If they are valid, reads the numbers and addresses in them, as tools do. */
    private static void call(CatalogTool tool, Members sent) {
        var arguments = tool.arguments().withoutEmpty(sent);
        Refusals.checkJson(arguments.toJson());
        if (tool.arguments().fault(arguments).isEmpty()) {
            for (var name : arguments.names()) {
                arguments.number(name, 0);
                arguments.flag(name);
                arguments.json(name);
            }
        }
    }
}
