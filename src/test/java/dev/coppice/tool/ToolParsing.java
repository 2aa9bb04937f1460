package dev.coppice.tool;

/** Reads calls of tools, for fuzzing. */
public final class ToolParsing {
    private ToolParsing() {}

    /** Reads a call. Throws a {@link dev.coppice.Problem} if it is refused. */
    public static void parse(byte[] body) {
        var arguments = ToolArguments.read(body).withTitleAsKey();
        arguments.text("key");
        arguments.members("metadata").text("title");
    }
}
