package dev.coppice.mcp;

import dev.coppice.Problem;
import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.access.Scope;
import dev.coppice.http.HttpSettings;
import dev.coppice.http.Origins;
import dev.coppice.http.ProblemMapper;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonValues;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** HTTP resource of the Model Context Protocol. The body of each POST is one JSON-RPC request or notification. */
@Path("mcp")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class McpResource {
    @Inject
    private Methods methods;

    @Inject
    private Request request;

    @Inject
    private Settings settings;

    @Inject
    private HttpSettings httpSettings;

    /** Id of the JSON-RPC request, as JSON. Null before the request is read, and if it has no valid id. */
    private byte[] id;

    @POST
    public Response post(InputStream stream) {
        var origin = request.header("Origin");
        var host = request.header(HttpHeaders.HOST);
        if (!Origins.mayCallMcp(origin, host, httpSettings.publicUrl(), httpSettings.allowedOrigins())) {
            return error(RpcError.of(
                            RpcError.INVALID_REQUEST,
                            "Web pages of this origin may not call this server; see coppice.http.allowed-origins.")
                    .status(403));
        }
        var body = request.body(stream, settings.bodyMaxBytes());
        try {
            return answer(body);
        } catch (RpcError e) {
            return error(e);
        } catch (RuntimeException e) {
            return error(RpcError.of(ProblemMapper.loggedProblem(e)));
        }
    }

    private Response answer(byte[] body) {
        var members = RpcRequest.members(body);
        id = RpcRequest.id(members);
        var rpc = RpcRequest.of(members);
        boolean isModern = Protocol.isModern(rpc, request::header);
        if (rpc.isNotification()) {
            return Response.accepted().build();
        }
        return reply(200, "result", methods.call(rpc, isModern, client(rpc)));
    }

    private Client client(RpcRequest rpc) {
        var handle = ClientHandle.sessionId(rpc.meta(), request.header(ClientHandle.OPENAI_HEADER));
        var publicUrl = httpSettings.publicUrl();
        var base = publicUrl == null ? request.uri().getBaseUri().toString().replaceAll("/+$", "") : publicUrl;
        return new Client(binding(), handle.orElse(null), base);
    }

    private Binding binding() {
        try {
            return Binding.of(
                    request.tenant(),
                    request.has(Scope.WRITE),
                    request.tokenName(),
                    request.uri().getQueryParameters());
        } catch (Problem problem) {
            throw RpcError.badRequest(
                    RpcError.INVALID_PARAMS, "The URL of this server is wrong: " + problem.getMessage());
        }
    }

    private Response error(RpcError error) {
        return reply(error.status(), "error", error.toMap());
    }

    private Response reply(int status, String member, Map<String, Object> value) {
        var message = new LinkedHashMap<String, Object>();
        message.put("jsonrpc", "2.0");
        if (id != null) {
            message.put("id", id);
        }
        message.put(member, value);
        JsonBody body = out -> JsonValues.write(out, message);
        return Response.status(status)
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(body.toBytes())
                .build();
    }
}
