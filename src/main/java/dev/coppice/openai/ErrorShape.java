package dev.coppice.openai;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.http.ProblemBody;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.util.List;

/**
 * Sends errors in the format of OpenAI's API if the request's path belongs to that API: the path of a conversation, or
 * a path for calling a model, which this server does not support. OpenAI's clients repeat a request after a 409. So 409
 * is sent only if a repetition may succeed; for other conflicts, 400 is sent. 410, 412 and 422 become 400, too.
 */
@Provider
public class ErrorShape implements ContainerResponseFilter {
    private static final String CONVERSATIONS = "/v1/conversations";

    /** Paths of OpenAI's API with which clients call models. This server does not support them. */
    private static final List<String> MODELS = List.of("/v1/responses", "/v1/chat/completions", "/v1/models");

    private static final String NO_MODELS =
            "This server is Coppice, a store of conversations. It calls no models, so it has /v1/conversations but not"
                    + " this path. Give its base URL only to the session that stores the conversation, for example new"
                    + " OpenAIConversationsSession({ client }) or OpenAIConversationsSession(openai_client=client), and do"
                    + " not set OPENAI_BASE_URL to it: the model's client needs the address of the model's provider. A"
                    + " response with a conversation id, as Runner.run(conversation_id=...) requests it, works only with"
                    + " OpenAI's own conversations.";

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        var path = request.getUriInfo().getRequestUri().getRawPath();
        boolean isModel = isModelPath(path);
        if (isOpenAiPath(path) && response.getEntity() instanceof ProblemBody body) {
            var problem = body.problem();
            response.setStatus(status(problem.code()));
            response.setEntity(
                    error(problem, request.getUriInfo(), isModel), new Annotation[0], MediaType.APPLICATION_JSON_TYPE);
        }
    }

    /**
     * True if the path belongs to OpenAI's API, so that errors of its requests are sent in the format of that API.
     * While this application is not deployed, the server answers all requests with an error; {@code boot.OpenAiPaths}
     * contains the same paths for these answers.
     */
    static boolean isOpenAiPath(String path) {
        return isModelPath(path) || isBelow(path, CONVERSATIONS);
    }

    private static boolean isModelPath(String path) {
        return MODELS.stream().anyMatch(model -> isBelow(path, model));
    }

    private static boolean isBelow(String path, String parent) {
        return path.startsWith(parent) && (path.length() == parent.length() || path.charAt(parent.length()) == '/');
    }

    private static int status(Code code) {
        return switch (code.status()) {
            case 410, 412, 422 -> 400;
            case 409 -> code == Code.IN_PROGRESS ? 409 : 400;
            default -> code.status();
        };
    }

    private static ErrorBody error(Problem problem, UriInfo uri, boolean isModel) {
        var code = problem.code();
        var type = type(code);
        var message = problem.getMessage();
        var members = problem.members();
        if (members.containsKey(OpenAiProblem.PARAM)) {
            var param = (String) members.get(OpenAiProblem.PARAM);
            return new ErrorBody(message, type, param, (String) members.get(OpenAiProblem.CODE));
        }
        return switch (code) {
            case NO_SUCH_ROUTE -> new ErrorBody(isModel ? NO_MODELS : message, type, null, "unknown_url");
            case UNAUTHENTICATED -> new ErrorBody(message, type, null, "invalid_api_key");
            case SESSION_NOT_FOUND -> new ErrorBody(noConversation(uri), type, null, null);
            case MESSAGE_NOT_FOUND -> new ErrorBody(message, type, null, null);
            default -> error(problem);
        };
    }

    /** Returns the error for a problem that is described in the same way on all paths. */
    static ErrorBody error(Problem problem) {
        var code = problem.code();
        return new ErrorBody(
                problem.getMessage(), type(code), param(problem), code.code().replace('-', '_'));
    }

    private static String type(Code code) {
        if (code == Code.RATE_LIMITED) {
            return "rate_limit_error";
        }
        return code.status() >= 500 ? "server_error" : "invalid_request_error";
    }

    private static String noConversation(UriInfo uri) {
        return OpenAiProblem.noConversation(uri.getPathParameters().getFirst(ConversationsResource.ID))
                .getMessage();
    }

    /**
     * Returns the path of the wrong value in the request, in OpenAI's notation, such as {@code items[0].id}; null if
     * the problem names no value.
     */
    private static String param(Problem problem) {
        if (problem.errors().isEmpty()) {
            return null;
        }
        var path = problem.errors().get(0).path();
        return path.isEmpty() ? null : path;
    }
}
