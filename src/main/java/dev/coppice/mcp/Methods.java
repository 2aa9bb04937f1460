package dev.coppice.mcp;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Executes the requests of the Model Context Protocol, by their method names. Thread-safe. */
@ApplicationScoped
class Methods {
    /**
     * Time for which clients may keep data that changes only with a new version of the server: one hour, in
     * milliseconds. After an update of the server, a client sees old data for at most this time.
     */
    private static final int STATIC_TTL = 3_600_000;

    /**
     * Time for which clients may keep data that depends on the bearer token and the URL: five minutes, in milliseconds.
     * The time is short, because a user may give a client another token at any time.
     */
    private static final int TOOLS_TTL = 300_000;

    private static final Map<String, Object> CAPABILITIES = capabilities();

    @Inject
    private Catalog catalog;

    @Inject
    private ToolRunner tools;

    @Inject
    private Resources resources;

    @Inject
    private PromptTexts prompts;

    private static Map<String, Object> capabilities() {
        var capabilities = new LinkedHashMap<String, Object>();
        List.of("tools", "resources", "prompts").forEach(name -> capabilities.put(name, Map.of()));
        return capabilities;
    }

    /**
     * Executes a request and returns the members of its result. Throws an {@link RpcError} if the request breaks the
     * protocol. A failure of the server is thrown as a {@code Problem} or another exception.
     *
     * @param request the request
     * @param isModern true if the request uses the modern version of the protocol; see {@link Protocol}
     * @param client the client that has sent the request
     */
    Map<String, Object> call(RpcRequest request, boolean isModern, Client client) {
        var result = new LinkedHashMap<String, Object>();
        if (isModern) {
            result.put("resultType", "complete");
        }
        result.putAll(result(request, isModern, client));
        if (isModern) {
            result.put("_meta", Map.of(Protocol.SERVER_INFO, catalog.serverInfo()));
        }
        return result;
    }

    private Map<String, Object> result(RpcRequest request, boolean isModern, Client client) {
        return switch (request.method()) {
            case "tools/list" -> list(request, "tools", catalog.toolsFor(client.binding()), TOOLS_TTL, "private");
            case "tools/call" -> callTool(request, client);
            case "resources/list" -> list(request, "resources", resources.list(client.binding()), 0, "private");
            case "resources/templates/list" -> list(
                    request, "resourceTemplates", catalog.resourceTemplates(), STATIC_TTL, "public");
            case "resources/read" -> cached(
                    Map.of("contents", resources.read(request, isModern, client)), 0, "private");
            case "prompts/list" -> list(request, "prompts", catalog.prompts(), STATIC_TTL, "public");
            case "prompts/get" -> prompts.get(request, client);
            default -> isModern ? modern(request, client) : legacy(request, client);
        };
    }

    private Map<String, Object> modern(RpcRequest request, Client client) {
        if (!request.method().equals("server/discover")) {
            throw unknown().status(404);
        }
        var result = new LinkedHashMap<String, Object>();
        result.put("supportedVersions", Protocol.VERSIONS);
        result.put("capabilities", CAPABILITIES);
        result.put("instructions", catalog.instructions(client.binding()));
        return cached(result, TOOLS_TTL, "private");
    }

    private Map<String, Object> legacy(RpcRequest request, Client client) {
        return switch (request.method()) {
            case "initialize" -> initialize(request, client);
            case "ping" -> Map.of();
            default -> throw unknown();
        };
    }

    private Map<String, Object> initialize(RpcRequest request, Client client) {
        var result = new LinkedHashMap<String, Object>();
        result.put("protocolVersion", Protocol.negotiated(request.params().text("protocolVersion")));
        result.put("capabilities", CAPABILITIES);
        result.put("serverInfo", catalog.serverInfo());
        result.put("instructions", catalog.instructions(client.binding()));
        return result;
    }

    private static RpcError unknown() {
        return RpcError.of(RpcError.METHOD_NOT_FOUND, "Method not found");
    }

    /**
     * Returns a list as the result of a request. The list is always complete on one page, so a request with a cursor is
     * refused by an {@link RpcError}.
     *
     * @param name name of the list in the result
     * @param items the items
     * @param ttlMillis how long the client may keep the list, in milliseconds
     * @param cacheScope {@code private} if the list is for this client only, {@code public} if it is the same for all
     */
    private static Map<String, Object> list(
            RpcRequest request, String name, Object items, int ttlMillis, String cacheScope) {
        if (request.params().get("cursor") != null) {
            throw RpcError.of(RpcError.INVALID_PARAMS, "Invalid params: this list has one page and no cursors.");
        }
        return cached(Map.of(name, items), ttlMillis, cacheScope);
    }

    private static Map<String, Object> cached(Map<String, Object> members, int ttlMillis, String cacheScope) {
        var result = new LinkedHashMap<>(members);
        result.put("ttlMs", ttlMillis);
        result.put("cacheScope", cacheScope);
        return result;
    }

    private Map<String, Object> callTool(RpcRequest request, Client client) {
        var params = request.params();
        var tool = tool(params.text("name"), client.binding());
        if (params.get("arguments") != null && !params.hasObject("arguments")) {
            throw RpcError.of(RpcError.INVALID_PARAMS, "Invalid params: arguments must be an object.");
        }
        var json = params.json("arguments");
        var arguments = json == null ? "{}".getBytes(StandardCharsets.UTF_8) : json;
        var call = new ToolCall(tool, client, tool.arguments().withoutEmpty(params.object("arguments")), arguments);
        return tools.run(call, IdempotencyMeta.key(request.meta()));
    }

    private CatalogTool tool(String name, Binding binding) {
        var tool = catalog.tool(name == null ? "" : name)
                .orElseThrow(() -> RpcError.of(RpcError.INVALID_PARAMS, "Unknown tool"));
        if (tool.isOpenTo(binding)) {
            return tool;
        }
        throw RpcError.of(
                RpcError.INVALID_PARAMS,
                tool.reads() || binding.canWrite()
                        ? "Unknown tool: the URL of this server leaves it out by ?tools=."
                        : "Unknown tool: it writes, and the token has the scope read only.");
    }
}
