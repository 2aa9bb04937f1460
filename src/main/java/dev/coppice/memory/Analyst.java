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
 * Asks the chat model about a user. Not to be asked within a transaction. 502 {@code summarizer-failed} when the model fails,
 * or when its answer is not what it was asked for. Safe for threads.
 */
@ApplicationScoped
public class Analyst {
    private static final Logger LOG = Logger.getLogger(Analyst.class.getName());

    /** As many as the model may write. */
    private static final int MAX_TOKENS = Integer.MAX_VALUE;

    @Inject
    private ChatModel model;

    /** What the prompts say of a user in the fields of a schema; a profile that is given is to be updated. */
    SchemaFilter.Result fields(ProfileSchema schema, List<String> prompts, byte[] profile, String modelName) {
        var found = answer(
                new ChatRequest(
                        ProfilePrompt.analyse(schema, profile != null),
                        List.of(ChatMessage.user(ProfilePrompt.record(prompts, profile))),
                        MAX_TOKENS,
                        modelName),
                json -> SchemaFilter.of(json, schema));
        if (found.fields().isEmpty() && !found.dropped().isEmpty()) {
            throw new Problem(Code.ANALYSIS_FAILED, "The model has answered none of the schema's fields.");
        }
        return found;
    }

    /** The fields that are worth knowing of a user. */
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
                        "The model has proposed less than " + ProposedFields.LEAST + " fields with names."));
    }

    private <T> T answer(ChatRequest asked, Function<byte[], T> reading) {
        var json = AnswerJson.object(ask(asked))
                .orElseThrow(() -> new Problem(Code.ANALYSIS_FAILED, "The model has not answered a JSON object."));
        try {
            return reading.apply(json);
        } catch (Problem e) {
            // Its words are about a request; this was none.
            throw new Problem(Code.ANALYSIS_FAILED, "The model's answer cannot be read.");
        }
    }

    private String ask(ChatRequest asked) {
        try {
            return model.complete(asked);
        } catch (ChatFailure e) {
            throw new Problem(Code.ANALYSIS_FAILED, "The model failed: " + e.getMessage());
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "The model could not be asked", e);
            throw new Problem(Code.ANALYSIS_FAILED, "The model failed: the log says why.");
        }
    }
}
