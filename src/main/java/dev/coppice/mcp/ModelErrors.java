package dev.coppice.mcp;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Map;
import java.util.Set;

/**
 * Decides whether a problem (an error of the server's API) is a mistake that the model can correct, or a failure of the
 * server. Writes mistakes as texts for the model, with a hint on what to do. Pure.
 */
final class ModelErrors {
    /**
     * Names of tool arguments, by the names that the rest of the server uses for the same values. For example, a
     * problem with {@code leafId} is a problem with the argument {@code leaf_id}.
     */
    private static final Map<String, String> NAMES = Map.of(
            "id", "session_id",
            "parentId", "parent_id",
            "atMessageId", "at_message_id",
            "leafId", "leaf_id",
            "cursor", "leaves_cursor");

    private ModelErrors() {}

    /**
     * True if the model can react to a problem: pass other arguments, or call again later. False if a part of the
     * server does not work.
     */
    static boolean isOfModel(Problem problem) {
        return switch (problem.code()) {
            case INTERNAL, UNAVAILABLE, INDEX_UNAVAILABLE, STORE_UNAVAILABLE, BACKUP_UNAVAILABLE, STOPPING -> false;
            default -> true;
        };
    }

    /**
     * Returns the problem as a text for the model. If the problem is about one of the arguments, the text begins with
     * the argument's name.
     *
     * @param arguments names of the arguments that the model may pass
     */
    static String text(Problem problem, Set<String> arguments) {
        if (problem.code() == Code.BLANK_QUERY) {
            return "The query has no words. Pass words to find.";
        }
        if (problem.code() == Code.IDEMPOTENCY_MISMATCH) {
            return "This call was made before with other arguments, so nothing was done. Make a new call.";
        }
        var argument = argument(problem, arguments);
        if (argument.equals("cursor") || argument.equals("leaves_cursor")) {
            return argument + ": This is no cursor of a page of this list. Pass the one that the page before gave, with"
                    + " the other arguments unchanged, or none for the first page.";
        }
        return (argument.isEmpty() ? "" : argument + ": ") + problem.getMessage() + hint(problem);
    }

    /**
     * Returns the argument that a problem is about, for example {@code leaf_id}, or the place within an argument, for
     * example {@code messages[0].id}. Empty if the problem is about no argument.
     */
    private static String argument(Problem problem, Set<String> arguments) {
        if (problem.errors().isEmpty()) {
            return "";
        }
        var path = Lines.one(problem.errors().get(0).path());
        var first = path.replaceAll("(?s)[.\\[].*", "");
        if (arguments.contains(first)) {
            return path;
        }
        var renamed = NAMES.getOrDefault(first, "");
        return arguments.contains(renamed) ? renamed + path.substring(first.length()) : "";
    }

    private static String hint(Problem problem) {
        return switch (problem.code()) {
            case SESSION_NOT_FOUND -> " recent_conversations lists the ids; append_messages makes a conversation.";
            case MESSAGE_NOT_FOUND, UNKNOWN_PARENT -> " read_conversation shows the ids.";
            case TOOL_NOT_FOUND -> " The agent of this conversation declares no block for it.";
            case NO_USER -> " Use a token with a name, or add ?user= to the URL of this server.";
            case SESSION_ENDED -> " Append to another conversation.";
            default -> "";
        };
    }
}
