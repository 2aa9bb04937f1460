package dev.coppice.fuzz;

import dev.coppice.Problem;
import dev.coppice.api.Cursor;
import dev.coppice.format.MessageParsing;
import dev.coppice.imports.ImportParsing;
import dev.coppice.json.JsonInput;
import dev.coppice.mcp.RpcParsing;
import dev.coppice.message.AppendParsing;
import dev.coppice.search.SearchQuery;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/** The parsers of what clients send. Each accepts any bytes, or refuses them with a {@link Problem}. */
enum Parser {
    /** The body of an append, with its messages. */
    APPEND(AppendParsing::parse),
    /** A message and its conversion to every format. */
    MESSAGE(MessageParsing::parse),
    /** A search query. */
    QUERY(bytes -> SearchQuery.parse(text(bytes))),
    /** A cursor of a list of each kind. */
    CURSOR(bytes -> {
        refusable(() -> Cursor.read("k", 2, text(bytes)));
        refusable(() -> Cursor.readName("k", text(bytes)));
    }),
    /** A file to import. */
    IMPORT(ImportParsing::parse),
    /** A request of the Model Context Protocol. */
    RPC(RpcParsing::parse),
    /** Any JSON. */
    JSON(bytes -> {
        var in = JsonInput.of(bytes);
        in.skip();
        in.end();
    });

    private final Consumer<byte[]> parser;

    Parser(Consumer<byte[]> parser) {
        this.parser = parser;
    }

    /** Passes the bytes to one parser: the first byte selects it, the others are its input. */
    static void select(byte[] bytes) {
        if (bytes.length > 0) {
            values()[Math.floorMod(bytes[0] - '0', values().length)].parse(Arrays.copyOfRange(bytes, 1, bytes.length));
        }
    }

    /** Parses the bytes; throws if the parser fails otherwise than by refusing them. */
    void parse(byte[] bytes) {
        refusable(() -> parser.accept(bytes));
    }

    private static void refusable(Runnable parse) {
        try {
            parse.run();
        } catch (Problem refused) {
            if (refused.code().status() >= 500) {
                throw new AssertionError("Bad input is no failure of the server", refused);
            }
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
