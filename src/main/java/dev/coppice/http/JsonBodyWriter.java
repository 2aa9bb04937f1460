package dev.coppice.http;

import dev.coppice.json.JsonBody;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * JAX-RS writer that writes a {@link JsonBody} to the response as JSON. Runs after the transaction of the request and
 * holds no database connection. If the body throws a {@code RuntimeException}, closes the connection, because a part of
 * the response may already have been sent.
 */
@Provider
public class JsonBodyWriter implements MessageBodyWriter<JsonBody> {
    private static final Logger LOG = Logger.getLogger(JsonBodyWriter.class.getName());

    @Context
    private HttpServletRequest request;

    @Override
    public boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
        return JsonBody.class.isAssignableFrom(type);
    }

    @Override
    public void writeTo(
            JsonBody body,
            Class<?> type,
            Type generic,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            OutputStream stream)
            throws IOException {
        try {
            body.writeTo(stream);
        } catch (RuntimeException e) {
            LOG.log(Level.SEVERE, "An answer failed midway; its connection is closed", e);
            ConnectionAbort.connection(request);
            throw new IOException("The answer failed midway", e);
        }
    }
}
