package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.ProfileSchema;
import dev.coppice.llm.ChatFailure;
import dev.coppice.llm.ChatMessage;
import dev.coppice.llm.ChatModel;
import dev.coppice.llm.ChatRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Analyzes the messages of a user with the chat model. Must be called outside of transactions. Throws 502
 * {@code summarizer-failed} if the model fails or its answer does not have the requested form, 503 {@code unavailable}
 * if the server stops meanwhile. Thread-safe.
 */
@ApplicationScoped
public class Analyst {
    private static final Logger LOG = Logger.getLogger(Analyst.class.getName());

    /**
     * Passed to the chat model as the maximum number of tokens of an answer. It is so high that only
     * {@code coppice.llm.max-tokens} limits an answer.
     */
    private static final int MAX_TOKENS = Integer.MAX_VALUE;

    @Inject
    private ChatModel model;

    /**
     * Lets the model fill the fields of a schema from the texts that a user wrote. Returns those values of the answer
     * that match the schema. Throws 502 {@code summarizer-failed} if the model fails, if its answer contains no JSON
     * object, or if the object has values but none that matches; 503 {@code unavailable} if the server stops meanwhile.
     *
     * @param schema the fields to fill
     * @param prompts texts of the user, oldest first
     * @param profile profile that the model updates, or null if the model must not see it
     * @param modelName name of the model, or null for the default
     */
    SchemaFilter.Result fields(ProfileSchema schema, List<String> prompts, byte[] profile, String modelName) {
        var found = answer(
                new ChatRequest(
                        ProfilePrompt.analyze(schema, profile != null),
                        List.of(ChatMessage.user(ProfilePrompt.record(prompts, profile))),
                        MAX_TOKENS,
                        modelName),
                json -> SchemaFilter.of(json, schema));
        if (found.fields().isEmpty() && !found.dropped().isEmpty()) {
            throw new Problem(Code.ANALYSIS_FAILED, "The model's answer has none of the schema's fields.");
        }
        return found;
    }

    /**
     * Lets the model propose the fields of a profile, and returns them as a schema. Throws 502
     * {@code summarizer-failed} if the model fails or proposes fewer than {@link ProposedFields#LEAST} fields with
     * valid names, 503 {@code unavailable} if the server stops meanwhile.
     *
     * @param prompts texts of the user, oldest first
     * @param modelName name of the model, or null for the default
     */
    ProfileSchema proposal(List<String> prompts, String modelName) {
        return answer(
                        new ChatRequest(
                                ProfilePrompt.propose(ProposedFields.LEAST, ProposedFields.MOST),
                                List.of(ChatMessage.user(ProfilePrompt.record(prompts, null))),
                                MAX_TOKENS,
                                modelName),
                        ProposedFields::schema)
                .orElseThrow(() -> new Problem(
                        Code.ANALYSIS_FAILED,
                        "The model proposed fewer than " + ProposedFields.LEAST + " fields with names."));
    }

    private <T> T answer(ChatRequest prompt, Function<byte[], T> reader) {
        var json = AnswerJson.object(complete(prompt))
                .orElseThrow(() -> new Problem(Code.ANALYSIS_FAILED, "The model's answer has no JSON object."));
        try {
            return reader.apply(json);
        } catch (Problem e) {
            // Replaces the original problem, whose text is about a request's body and not about a model's answer.
            throw new Problem(Code.ANALYSIS_FAILED, "The model's answer cannot be read.");
        }
    }

    private String complete(ChatRequest prompt) {
        try {
            return model.complete(prompt);
        } catch (ChatFailure e) {
            throw e.toProblem(Code.ANALYSIS_FAILED, "The model");
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "The analysis could not call the model", e);
            throw new Problem(Code.ANALYSIS_FAILED, "The model failed: see the server's log.");
        }
    }
}
