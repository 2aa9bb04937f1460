package dev.coppice.client;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonInclude.Value;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.client.api.MessagesApi;
import dev.coppice.client.api.ReadingApi;
import dev.coppice.client.model.AppendRequest;
import dev.coppice.client.model.History;
import dev.coppice.client.model.NewMessage;
import java.lang.reflect.Parameter;
import java.net.http.HttpClient;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Writes and reads messages with the generated client. ClientsIT compiles it together with the client and calls it. */
public final class RoundTrip {

    private static final TypeReference<List<Map<String, Object>>> MESSAGES = new TypeReference<>() {};

    private RoundTrip() {}

    /**
     * Appends messages to a session, which is created if it does not exist, and reads its history.
     *
     * @param messages a JSON array of messages with {@code id} and {@code role}
     * @return the messages of the history as a JSON array
     */
    public static String run(String url, String token, String session, String messages) throws Exception {
        // By default the client leaves out null members, also of messages.
        var mapper = ApiClient.createDefaultObjectMapper()
                .setDefaultPropertyInclusion(Value.construct(Include.NON_NULL, Include.ALWAYS));
        var client = new ApiClient(HttpClient.newBuilder(), mapper, url);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        var request = request(mapper, messages);
        call(new MessagesApi(client), "appendMessages", Map.of("sessionId", session, "appendRequest", request, "create", true));
        var history = (History) call(new ReadingApi(client), "getHistory", Map.of("sessionId", session));
        return mapper.writeValueAsString(history.getMessages());
    }

    private static AppendRequest request(ObjectMapper mapper, String messages) throws Exception {
        var request = new AppendRequest();
        for (var values : mapper.readValue(messages, MESSAGES)) {
            var message = new NewMessage();
            values.forEach((name, value) -> {
                switch (name) {
                    case "id" -> message.id(value.toString());
                    case "role" -> message.role(value.toString());
                    default -> message.putAdditionalProperty(name, value);
                }
            });
            request.addMessagesItem(message);
        }
        return request;
    }

    /** Calls an operation with arguments by name and null for the others, so that new parameters do not matter here. */
    private static Object call(Object api, String operation, Map<String, Object> arguments) throws Exception {
        var method = Arrays.stream(api.getClass().getMethods())
                .filter(candidate -> candidate.getName().equals(operation))
                .min(Comparator.comparing(candidate -> candidate.getParameterCount()))
                .orElseThrow();
        var names = Arrays.stream(method.getParameters()).map(Parameter::getName).toList();
        if (!names.containsAll(arguments.keySet())) {
            throw new IllegalStateException(operation + " has the parameters " + names);
        }
        return method.invoke(api, names.stream().map(arguments::get).toArray());
    }
}
