package dev.coppice.fuzz;

import dev.coppice.Problem;
import dev.coppice.access.AccessParsing;
import dev.coppice.agent.AgentParsing;
import dev.coppice.api.Cursor;
import dev.coppice.compaction.CompactionParsing;
import dev.coppice.compaction.SummaryRequest;
import dev.coppice.compaction.extractive.Extractive;
import dev.coppice.context.ContextParsing;
import dev.coppice.format.HistoryParsing;
import dev.coppice.format.MessageParsing;
import dev.coppice.imports.ImportParsing;
import dev.coppice.json.JsonParsing;
import dev.coppice.jwt.TokenParsing;
import dev.coppice.llm.ChatParsing;
import dev.coppice.mcp.RpcParsing;
import dev.coppice.memory.ProfileParsing;
import dev.coppice.message.AppendParsing;
import dev.coppice.message.BranchParsing;
import dev.coppice.openai.ConversationParsing;
import dev.coppice.quota.QuotaParsing;
import dev.coppice.run.RunParsing;
import dev.coppice.search.QueryParsing;
import dev.coppice.session.SessionName;
import dev.coppice.session.SessionParsing;
import dev.coppice.state.ValueParsing;
import dev.coppice.tool.ToolParsing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The parsers of what clients, providers and models send. Each accepts any bytes, or refuses them with a
 * {@link Problem}. New ones are added at the end, because the place of a constant is the first byte of its inputs.
 */
enum Parser {
    /** The body of an append, with its messages. */
    APPEND(AppendParsing::parse),
    /** A message, its conversion to every format, and what else is read from it. */
    MESSAGE(MessageParsing::parse),
    /** A search query, and the other parameters of a search. */
    QUERY(QueryParsing::parse),
    /** A cursor of a list of each kind. */
    CURSOR(bytes -> Refusals.each(() -> Cursor.read("k", 2, text(bytes)), () -> Cursor.readName("k", text(bytes)))),
    /** A file to import, with lines of each kind. */
    IMPORT(ImportParsing::parse),
    /** A request of the Model Context Protocol, with the arguments of its tools. */
    RPC(RpcParsing::parse),
    /** Any JSON. */
    JSON(JsonParsing::parse),
    /** An access token: a line with the header, one with the claims, and the signature; or the token itself. */
    TOKEN(TokenParsing::verify),
    /** A provider's set of keys. */
    KEYS(TokenParsing::keys),
    /** The declaration of an agent, or of a block. */
    AGENT(AgentParsing::parse),
    /** A body of OpenAI's Conversations API, or the query of a list. */
    CONVERSATION(ConversationParsing::parse),
    /** An object in the first line, and a merge patch behind it. */
    PATCH(JsonParsing::patch),
    /** A value, a list or a state object. */
    VALUE(ValueParsing::parse),
    /** A new session, a change of one, its metadata or usage. */
    SESSION(SessionParsing::parse),
    /** A save of a run. */
    RUN(RunParsing::parse),
    /** The text of a block, an entry, or a version to restore. */
    CONTEXT(ContextParsing::parse),
    /** The options of a compaction, or a summary that a client has written. */
    COMPACTION(CompactionParsing::parse),
    /** A fork or a split. */
    BRANCH(BranchParsing::parse),
    /** A call of a tool. */
    TOOL(ToolParsing::parse),
    /** A new token, a rotation of one, or the header with a token. */
    ACCESS(AccessParsing::parse),
    /** The quotas of a tenant. */
    QUOTA(QuotaParsing::parse),
    /** A request to analyze a user. */
    PROFILE(ProfileParsing::request),
    /** The answer of a model, or of its endpoint. */
    ANSWER(bytes -> Refusals.each(() -> ProfileParsing.answer(bytes), () -> ChatParsing.parse(bytes))),
    /** A history, a message a line: repaired, converted to every format and summarized. */
    HISTORY(bytes -> summarize(HistoryParsing.parse(bytes), bytes)),
    /** A header of a request. */
    HEADER(bytes -> Texts.header(text(bytes))),
    /** A parameter of a query, or an id. */
    PARAMETER(bytes -> Texts.parameter(text(bytes))),
    /** A setting of the server. */
    SETTING(bytes -> Texts.setting(text(bytes)));

    private final Consumer<byte[]> parser;

    Parser(Consumer<byte[]> parser) {
        this.parser = parser;
    }

    /** Returns the parser of an input by its first byte: {@code 0} stands for the first constant. */
    static Parser of(byte first) {
        return values()[Math.floorMod(first - '0', values().length)];
    }

    /** Passes the bytes to one parser: the first byte selects it, the others are its input. */
    static void select(byte[] bytes) {
        if (bytes.length > 0) {
            of(bytes[0]).parse(Arrays.copyOfRange(bytes, 1, bytes.length));
        }
    }

    /** Parses the bytes; throws if the parser fails otherwise than by refusing them. */
    void parse(byte[] bytes) {
        Refusals.each(() -> parser.accept(bytes));
    }

    /** Returns the beginning of the names of this parser's inputs. */
    String prefix() {
        return name().toLowerCase(Locale.ROOT) + '-';
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Summarizes messages. The input is also the summary of earlier messages. */
    private static void summarize(List<byte[]> messages, byte[] previous) {
        var name = new SessionName("t", "", "s");
        new Extractive().summarize(new SummaryRequest(name, messages, text(previous), 200, null));
    }
}
