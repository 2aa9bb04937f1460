package dev.coppice.mcp;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.context.Prompts;
import dev.coppice.memory.Profiles;
import dev.coppice.memory.UserName;
import dev.coppice.message.Entries;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionLists;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists and reads the MCP resources: transcripts, prompts and trees of sessions, and profiles of users. Thread-safe.
 */
@ApplicationScoped
class Resources {
    /**
     * Maximum number of sessions in the list of resources, which users see as a menu. Clients find older sessions with
     * the tools instead.
     */
    private static final int LISTED = 50;

    /**
     * Maximum number of items in the resource of a session's tree. Each item is a run of messages without alternatives,
     * see {@link Entries#runs}. A model rarely reads more of a tree.
     */
    private static final int MAX_RUNS = 200;

    @Inject
    private SessionLists lists;

    @Inject
    private Conversations conversations;

    @Inject
    private Prompts prompts;

    @Inject
    private Entries entries;

    @Inject
    private Profiles profiles;

    /**
     * Returns MCP resources for the most recently written sessions of the client's user and namespace, the latest
     * first, at most {@value #LISTED}.
     */
    List<Map<String, Object>> list(Binding binding) {
        return lists.list(binding.tenant(), binding.sessions(), LISTED, null).items().stream()
                .map(Resources::item)
                .toList();
    }

    private static Map<String, Object> item(SessionInfo session) {
        var item = new LinkedHashMap<String, Object>();
        item.put("uri", ResourceUri.ofSession(session.namespace(), session.id()));
        item.put("name", session.id());
        item.put("title", SessionText.title(session));
        item.put("description", SessionText.size(session));
        item.put("mimeType", ResourceUri.Kind.TRANSCRIPT.mediaType());
        return item;
    }

    /**
     * Returns the contents of the resource with the URI in {@code params}. If the resource does not exist, throws an
     * {@link RpcError} with the code {@link RpcError#INVALID_PARAMS}, in older versions of the protocol
     * {@link RpcError#RESOURCE_NOT_FOUND}. If {@code params} contains no URI, the code is always
     * {@link RpcError#INVALID_PARAMS}. Any other problem, for example 503 {@code busy}, is thrown as it is.
     *
     * @param isModern true if the request uses the modern version of the protocol; see {@link Protocol}
     */
    List<Map<String, Object>> read(RpcRequest request, boolean isModern, Client client) {
        var uri = request.params().text("uri");
        if (uri == null) {
            throw RpcError.of(RpcError.INVALID_PARAMS, "Invalid params: uri is missing.");
        }
        var found = ResourceUri.of(uri).orElseThrow(() -> notFound(uri, isModern));
        try {
            var content = new LinkedHashMap<String, Object>();
            content.put("uri", uri);
            content.put("mimeType", found.kind().mediaType());
            content.put("text", text(found, client.binding()));
            return List.of(content);
        } catch (Problem problem) {
            if (isMissing(problem)) {
                throw notFound(uri, isModern);
            }
            throw problem;
        }
    }

    private static boolean isMissing(Problem problem) {
        return problem.code().status() == 404 || problem.code() == Code.INVALID_ID;
    }

    private static RpcError notFound(String uri, boolean isModern) {
        return RpcError.of(isModern ? RpcError.INVALID_PARAMS : RpcError.RESOURCE_NOT_FOUND, "Resource not found")
                .data(Map.of("uri", uri));
    }

    private String text(ResourceUri uri, Binding binding) {
        if (uri.kind() == ResourceUri.Kind.PROFILE) {
            var profile = profiles.get(UserName.of(binding.tenant(), uri.id()));
            return new String(profile.json(), StandardCharsets.UTF_8);
        }
        var name = binding.name(uri.namespace(), uri.id());
        return switch (uri.kind()) {
            case PROMPT -> prompts.freeze(name, false).prompt();
            case TREE -> new String(entries.runs(name, MAX_RUNS, null).toBytes(), StandardCharsets.UTF_8);
            default -> Markdown.of(conversations.read(name, Conversations.MAX_MESSAGES, null, null));
        };
    }
}
