package dev.coppice.openai;

import dev.coppice.Problem;
import dev.coppice.http.ErrorFormat;
import dev.coppice.json.JsonBody;
import jakarta.enterprise.context.ApplicationScoped;

/** The format of errors on the paths of OpenAI's API, for errors that {@link ErrorShape} does not see. */
@ApplicationScoped
public class OpenAiErrorFormat implements ErrorFormat {
    @Override
    public boolean isUsedOn(String path) {
        return ErrorShape.isOpenAiPath(path);
    }

    @Override
    public JsonBody body(Problem problem) {
        return ErrorShape.error(problem);
    }
}
