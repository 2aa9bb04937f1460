package dev.coppice.mcp;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;

/**
 * Decides which problems are mistakes of the model and which are failures of the server, and says to the model what to
 * do. Pure.
 */
final class ModelErrors {
    private ModelErrors() {}

    /**
     * True if the model can do something about a problem: pass other arguments, or call again later. False if a part of
     * the server does not work.
     */
    static boolean isOfModel(Problem problem) {
        return switch (problem.code()) {
            case INTERNAL, UNAVAILABLE, INDEX_UNAVAILABLE, STORE_UNAVAILABLE -> false;
            default -> true;
        };
    }

    /** Returns the problem as a text for the model. */
    static String text(Problem problem) {
        if (problem.code() == Code.BLANK_QUERY) {
            return "The query has no words. Pass words to find.";
        }
        var hint =
                switch (problem.code()) {
                    case SESSION_NOT_FOUND -> " recent_conversations lists the ids; append_messages makes a conversation.";
                    case MESSAGE_NOT_FOUND, UNKNOWN_PARENT -> " read_conversation shows the ids.";
                    case TOOL_NOT_FOUND -> " The agent of this conversation declares no block for it.";
                    case NO_USER -> " Use a token with a name, or add ?user= to the URL of this server.";
                    case SESSION_ENDED -> " Append to another conversation.";
                    case IDEMPOTENCY_MISMATCH -> " This call was made before with other arguments.";
                    default -> "";
                };
        return problem.getMessage() + hint;
    }
}
