package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.LimitedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code coppice.openai.strict}: requests that OpenAI refuses are refused. */
@DatabaseNeutral
@ExtendWith(LimitedServer.class)
class OpenAiStrictIT extends OpenAiApi {

    private static String strictConversation() {
        return LimitedServer.api().post(CONVERSATIONS).send().expect(200).at("/id");
    }

    private static HttpAnswer refused(HttpAnswer answer, String param, String code, String message) {
        error(answer, 400, param, code);
        assertEquals(message, answer.at("/error/message"));
        return answer;
    }

    @Test
    void moreThanTwentyItemsAreRefused() {
        var id = strictConversation();
        LimitedServer.api().post(ITEMS, id).json(items(numbered(0, 20))).send().expect(200);
        refused(
                LimitedServer.api().post(ITEMS, id).json(items(numbered(0, 21))).send(),
                "items",
                "array_above_max_length",
                "Invalid 'items': array too long. Expected an array with maximum length 20, but got an array with length 21 instead.");
    }

    @Test
    void limitAboveAHundredIsRefused() {
        refused(
                LimitedServer.api()
                        .get(ITEMS, strictConversation())
                        .query("limit", 1000)
                        .send(),
                "limit",
                "integer_above_max_value",
                "Invalid 'limit': integer above maximum value. Expected a value <= 100, but got 1000 instead.");
    }

    @Test
    void otherGenerosityIsOff() {
        refused(
                LimitedServer.api().get(CONVERSATION, "trip").send(),
                "conversation",
                "invalid_value",
                "Invalid 'conversation': 'trip'. Expected an ID that begins with 'conv'.");
        refused(
                LimitedServer.api().post(CONVERSATIONS).json("{\"store\":true}").send(),
                "store",
                "unknown_parameter",
                "Unknown parameter: 'store'.");
        error(LimitedServer.api().get(CONVERSATIONS).send(), 404, null, "unknown_url");
    }
}
