package dev.coppice.client;

import java.util.List;

/**
 * The result of an import.
 *
 * @param dryRun true if the file was only checked, so that nothing was imported
 * @param complete true if the server has read the last line of the export; false if the end of the file is missing
 * @param lines number of lines that the server has read
 * @param imported number of sessions that were imported
 * @param existing number of sessions that already existed and were not changed
 * @param damaged number of sessions that could not be imported
 * @param messages number of messages that were inserted
 * @param errors the first of the lines that could not be imported, in their order
 * @param omittedErrors number of further lines that could not be imported
 * @param json the whole report as a JSON object
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
     * A line of the file that could not be imported.
     *
     * @param line number of the line in the file
     * @param sessionId id of the session to which the line belongs; null if it belongs to no session
     * @param code code of the error, such as that of a {@link CoppiceProblem}
     * @param detail what is wrong with the line
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
