package dev.coppice.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.errors.BadRequestException;
import com.openai.errors.NotFoundException;
import com.openai.errors.UnauthorizedException;
import com.openai.models.conversations.ConversationCreateParams;
import com.openai.models.conversations.ConversationUpdateParams;
import com.openai.models.conversations.items.ConversationItem;
import com.openai.models.conversations.items.ItemCreateParams;
import com.openai.models.conversations.items.ItemDeleteParams;
import com.openai.models.conversations.items.ItemListParams;
import com.openai.models.conversations.items.ItemRetrieveParams;
import com.openai.models.responses.EasyInputMessage;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseInputItem;
import dev.coppice.support.SharedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** OpenAI's client for Java. */
@ExtendWith(SharedServer.class)
class OpenAiJavaIT {
    private static final int QUESTIONS = 25;

    private static OpenAIClient client(String token, boolean validates) {
        return OpenAIOkHttpClient.builder()
                .baseUrl(SharedServer.server().uri() + "/v1")
                .apiKey(token)
                .maxRetries(0)
                .responseValidation(validates)
                .build();
    }

    /** A client that checks every response against OpenAI's specification. */
    private static OpenAIClient client() {
        return client(SharedServer.server().token(), true);
    }

    private static EasyInputMessage said(EasyInputMessage.Role role, String text) {
        return EasyInputMessage.builder().role(role).content(text).build();
    }

    @Test
    void conversationIsCreatedChangedAndDeleted() {
        var conversations = client().conversations();
        var created = conversations.create(ConversationCreateParams.builder()
                .metadata(ConversationCreateParams.Metadata.builder()
                        .putAdditionalProperty("topic", JsonValue.from("demo"))
                        .build())
                .addItem(said(EasyInputMessage.Role.USER, "Hello!"))
                .build());
        assertTrue(created.id().startsWith("conv_"));
        assertEquals(created, conversations.retrieve(created.id()));
        var metadata = ConversationUpdateParams.Metadata.builder()
                .putAdditionalProperty("topic", JsonValue.from("other"))
                .build();
        var updated = conversations.update(
                created.id(),
                ConversationUpdateParams.builder().metadata(metadata).build());
        assertEquals(created.createdAt(), updated.createdAt());
        assertTrue(conversations.delete(created.id()).deleted());
        var gone = assertThrows(NotFoundException.class, () -> conversations.retrieve(created.id()));
        assertTrue(gone.getMessage().contains("Conversation with id '" + created.id() + "' not found."));
    }

    @Test
    void itemsAreAddedPagedAndDeleted() {
        var conversation = client().conversations().create().id();
        var items = client().conversations().items();
        var batch = ItemCreateParams.builder();
        for (int i = 0; i < QUESTIONS; i++) {
            batch.addItem(said(EasyInputMessage.Role.USER, "question " + i));
        }
        var created = items.create(conversation, batch.build());
        assertEquals(QUESTIONS, created.data().size());
        var turn = items.create(
                conversation,
                ItemCreateParams.builder()
                        .addItem(ResponseFunctionToolCall.builder()
                                .callId("call_1")
                                .name("weather")
                                .arguments("{}")
                                .build())
                        .addItem(ResponseInputItem.FunctionCallOutput.builder()
                                .callId("call_1")
                                .output("20 °C")
                                .build())
                        .addItem(said(EasyInputMessage.Role.ASSISTANT, "It is 20 °C."))
                        .build());
        var call = turn.data().get(0).asFunctionCall();
        assertEquals("weather", call.name());
        var answer = turn.data().get(2).asMessage();
        assertEquals("It is 20 °C.", answer.content().get(0).asOutputText().text());
        var listed = items
                .list(ItemListParams.builder()
                        .conversationId(conversation)
                        .order(ItemListParams.Order.ASC)
                        .limit(10)
                        .build())
                .autoPager()
                .stream()
                .toList();
        assertEquals(QUESTIONS + 3, listed.size());
        assertTrue(listed.stream().limit(QUESTIONS).allMatch(ConversationItem::isMessage));
        assertEquals(turn.data(), listed.subList(QUESTIONS, QUESTIONS + 3));
        var place = ItemDeleteParams.builder().conversationId(conversation).itemId(answer.id());
        // The answer is that of OpenAI's service, which is not the one that the specification promises.
        client(SharedServer.server().token(), false).conversations().items().delete(place.build());
        var get = ItemRetrieveParams.builder().conversationId(conversation).itemId(answer.id());
        assertThrows(NotFoundException.class, () -> items.retrieve(get.build()));
    }

    @Test
    void errorsAreThoseOfTheClient() {
        assertThrows(
                UnauthorizedException.class,
                () -> client("wrong", true).conversations().create());
        var wrong = ConversationCreateParams.builder()
                .metadata(ConversationCreateParams.Metadata.builder()
                        .putAdditionalProperty("k", JsonValue.from("v".repeat(513)))
                        .build())
                .build();
        var refused = assertThrows(
                BadRequestException.class, () -> client().conversations().create(wrong));
        assertEquals("string_above_max_length", refused.code().orElseThrow());
        assertEquals("metadata.k", refused.param().orElseThrow());
        assertThrows(NotFoundException.class, () -> client().models().list());
    }
}
