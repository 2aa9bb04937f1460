package dev.coppice.http;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonBody;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.Optional;

/**
 * Writes the bodies of 400 and 500 if JAX-RS cannot: because {@link RequestFilter} or the server refuses the request,
 * or because JAX-RS itself fails. Otherwise the server would send a page in HTML. {@code web.xml} names this servlet as
 * the error page. A client that requests its path gets 404. Thread-safe.
 */
@WebServlet(value = ErrorPage.PATH, asyncSupported = true)
public class ErrorPage extends HttpServlet {
    private static final long serialVersionUID = 1;

    /** Path of the servlet, as in {@code web.xml}. */
    static final String PATH = "/server-error";

    @Inject
    private transient Instance<ErrorFormat> formats;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var problem = problem((Integer) request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE));
        var format = format((String) request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI));
        var type = format.isPresent() ? MediaType.APPLICATION_JSON_TYPE : ProblemMapper.TYPE;
        var body = format.<JsonBody>map(other -> other.body(problem))
                .orElseGet(() -> new ProblemBody(problem))
                .toBytes();
        RequestFilter.addHeaders(request, response);
        response.setHeader("Cache-Control", "no-store");
        response.setStatus(problem.code().status());
        response.setContentType(type.toString());
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private Optional<ErrorFormat> format(String path) {
        return path == null
                ? Optional.empty()
                : formats.stream().filter(format -> format.isUsedOn(path)).findFirst();
    }

    private static Problem problem(Integer status) {
        if (status == null) {
            return ProblemMapper.noSuchRoute();
        }
        return status < HttpServletResponse.SC_INTERNAL_SERVER_ERROR
                ? ProblemMapper.malformed()
                : new Problem(Code.INTERNAL, "An unexpected error occurred; see the server log.");
    }
}
