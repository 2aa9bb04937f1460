package dev.coppice.http;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Writes the bodies of 400 and 500 if JAX-RS cannot: because {@link RequestFilter} or the server refuses the request,
 * or because JAX-RS itself fails. Otherwise the server would send a page in HTML. {@code web.xml} names this servlet as
 * the error page. The format is that of problems on all paths, those of OpenAI included. A client that requests its
 * path gets 404. Thread-safe.
 */
@WebServlet(value = ErrorPage.PATH, asyncSupported = true)
public class ErrorPage extends HttpServlet {
    private static final long serialVersionUID = 1;

    /** Path of the servlet, as in {@code web.xml}. */
    static final String PATH = "/server-error";

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var problem = problem((Integer) request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE));
        var body = new ProblemBody(problem).toBytes();
        RequestFilter.addHeaders(request, response);
        response.setHeader("Cache-Control", "no-store");
        response.setStatus(problem.code().status());
        response.setContentType(ProblemMapper.TYPE.toString());
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
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
