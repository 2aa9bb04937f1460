package dev.coppice.compaction;

import dev.coppice.Ids;
import dev.coppice.access.Request;
import dev.coppice.idempotency.Answer;
import dev.coppice.json.JsonInput;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicReference;

/** Compacts a session on request, over HTTP. */
@Path("v1/sessions/{session}/compact")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class CompactResource {
    @Inject
    private Compactor compactor;

    @Inject
    private Request request;

    @POST
    public Response compact(InputStream stream) {
        var body = request.optionalBody(stream);
        var leafId = leafId(body);
        var name = SessionName.of(request);
        return request.slowPost(name.key(), body, () -> Answer.of(200, compactor.compact(name, leafId)));
    }

    private static String leafId(byte[] body) {
        var leafId = new AtomicReference<String>();
        if (body.length > 0) {
            var in = JsonInput.of(body);
            in.document(field -> {
                if (field.equals("leafId")) {
                    leafId.set(in.isNull() ? null : Ids.check(in.string(), in.pointer()));
                } else {
                    in.unknown();
                }
            });
        }
        return leafId.get();
    }
}
