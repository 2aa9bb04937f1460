package dev.coppice.client;

import java.util.List;

/**
 * What an import has done.
 *
 * @param complete whether the last line of the export was read
 * @param lines number of lines read
 * @param imported sessions that were imported
 * @param existing sessions that existed and were left as they are
 * @param damaged sessions that could not be imported
 * @param messages messages that were inserted
 * @param errors the first damaged lines
 * @param omittedErrors number of further damaged lines
 * @param json the whole report, an object
 */
public record ImportReport(
        boolean dryRun,
        boolean complete,
        long lines,
        long bytes,
        long imported,
        long existing,
        long damaged,
        long messages,
        List<Damage> errors,
        long omittedErrors,
        String json) {

    /**
     * A damaged line.
     *
     * @param sessionId null if the line belongs to no session
     */
    public record Damage(long line, String sessionId, String code, String detail) {}

    static ImportReport of(Json json) {
        var sessions = json.object("sessions", object -> object);
        return new ImportReport(
                json.flag("dryRun"),
                json.flag("complete"),
                json.count("lines"),
                json.count("bytes"),
                sessions.count("imported"),
                sessions.count("existing"),
                sessions.count("damaged"),
                json.object("inserted", object -> object).count("messages"),
                json.objects(
                        "errors",
                        error -> new Damage(
                                error.count("line"),
                                error.string("sessionId"),
                                error.string("code"),
                                error.string("detail"))),
                json.count("omittedErrors"),
                json.toString());
    }
}
