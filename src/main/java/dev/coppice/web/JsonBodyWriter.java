package dev.coppice.web;

import dev.coppice.json.JsonBody;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/** Lets answers write themselves. Runs after the EJB's transaction has ended: no connection is held here. */
@Provider
public class JsonBodyWriter implements MessageBodyWriter<JsonBody> {
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
        body.writeTo(stream);
    }
}
