package dev.coppice.http;

import dev.coppice.Problem;
import dev.coppice.json.JsonBody;

/**
 * The format of errors on the paths of an API that is not Coppice's own. {@link ErrorPage} uses the beans of this type
 * for errors that JAX-RS cannot write. Thread-safe.
 */
public interface ErrorFormat {
    /**
     * True if errors of requests to this path have this format.
     *
     * @param path path of the request as the client has sent it, without its query
     */
    boolean isUsedOn(String path);

    /** Returns the body of the error response, which is sent as {@code application/json}. */
    JsonBody body(Problem problem);
}
