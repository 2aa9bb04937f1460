package dev.coppice.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.session.SessionName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests lines of a session without writing them. In JSON literals, single quotes stand for double quotes. */
class SessionLinesTest {
    private static final String SESSION =
            "{'session':{'id':'s','createdAt':'2026-03-01T12:00:00.000Z','updatedAt':'2026-03-01T12:00:00.000Z'}}";

    private final SessionLines lines = new SessionLines(
            new EmptyTarget(),
            new ImportReport(true),
            new SessionName("t", "", "s"),
            Records.session(line(SESSION)),
            1000);

    private static Line line(String json) {
        return Line.of(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void everyKindOfLineIsRead() {
        lines.read(line("{'message':{'message':{'id':'a','role':'user','content':'x'},'root':true,'tokens':5}}"));
        lines.read(line("{'message':{'id':'b','parentId':'a','deleted':true}}"));
        lines.read(line("{'declaration':{'label':'memory','position':0,'block':{'label':'memory'}}}"));
        lines.read(line("{'text':{'scope':'user','owner':'ada','label':'memory','text':'t'}}"));
        lines.read(line("{'entry':{'scope':'session','label':'notes','entry':{'key':'k','content':'c'}}}"));
        lines.read(line("{'compaction':{'from':'a','to':'a','compaction':{'id':'compaction_1','fromMessageId':'a',"
                + "'toMessageId':'a','summary':'s','messages':1,'tokensBefore':5,'tokensAfter':1,"
                + "'createdAt':'2026-03-01T12:00:00.000Z'}}}"));
        lines.read(line("{'state':{'version':1,'state':{}}}"));
        lines.read(line("{'value':{'key':'k','value':null}}"));
        lines.read(line("{'items':{'key':'l','items':[1,null]}}"));
        lines.read(line("{'run':{'runId':'r','status':'paused','usage':{},'version':1,"
                + "'createdAt':'2026-03-01T12:00:00.000Z','updatedAt':'2026-03-01T12:00:00.000Z'}}"));
        lines.read(line("{'prompt':{'text':'p','tokens':1,'current':true}}"));
        lines.read(line("{'summary':{'summary':'s','lastMessageId':'a','messages':1,'tokens':1}}"));
        assertTrue(lines.read(line("{'end':{'messages':1}}")));
    }

    @Test
    void contentsOfUsersAgentsAndTenantsAreShared() {
        for (var scope : List.of("session", "user", "agent", "tenant")) {
            for (var kind : List.of("text", "entry", "message")) {
                var line = line("{'" + kind + "':{'scope':'" + scope + "'}}");
                boolean isShared = !kind.equals("message") && !scope.equals("session");
                assertEquals(isShared, SessionLines.isShared(line), line.toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'scope':'user'}", "{'scope':'agent','owner':null}", "{'scope':'user','owner':''}"})
    void userOrAgentWithoutNameIsRefused(String text) {
        var line = line("{'text':" + text.replace("}", ",'label':'memory','text':'t'}}"));
        var problem = assertThrows(Problem.class, () -> lines.read(line));
        assertEquals("/owner", problem.errors().get(0).pointer());
    }
}
