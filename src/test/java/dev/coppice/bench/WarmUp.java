package dev.coppice.bench;

import dev.coppice.bench.Rounds.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The first tens of thousands of requests find cold code, in the server, in the client and in the driver. They are not
 * measured: a server runs for longer than that.
 */
final class WarmUp {

    private static final int WRITERS = 8;

    private WarmUp() {}

    static void of(Rig rig) throws Exception {
        var ids = new AtomicLong();
        rig.load("warm", "", 2000);
        var ours = new ArrayList<Work>();
        var raw = new ArrayList<Work>();
        var writers = new ArrayList<RawWriter>();
        for (int i = 0; i < WRITERS; i++) {
            var session = "warm-" + i;
            rig.client().session(session, "");
            ours.add(() -> request(rig, session, ids.incrementAndGet()));
            var writer = new RawWriter(rig.raw());
            writers.add(writer);
            long id = rig.rawSession(writer);
            raw.add(() -> {
                writer.append(id, List.of("m" + ids.incrementAndGet()));
                return true;
            });
        }
        var time = Duration.ofMillis(Math.max(6000, Scale.round(20_000).toMillis()));
        Rounds.together(new Sample(), time, ours);
        Rounds.together(new Sample(), time.dividedBy(5), raw);
        for (var writer : writers) {
            writer.close();
        }
    }

    private static boolean request(Rig rig, String session, long number) throws Exception {
        var messages = "/v1/sessions/" + session + "/messages";
        if (number % 200 == 0) {
            rig.client().drain("/v1/sessions/warm/history");
        } else if (number % 10 == 0) {
            rig.client().drain("/v1/sessions/" + session + "/history?last=50");
        } else if (number % 10 == 1) {
            rig.client().drain("/v1/sessions?limit=10");
        } else if (number % 50 == 2) {
            rig.client().send("POST", messages, Bodies.append(List.of("b" + number, "c" + number)));
            rig.client().send("PUT", messages + "/b" + number, Bodies.bytes("b" + number));
            rig.client().drain(messages + "/b" + number + "/children");
        }
        return rig.client().append(session, Bodies.append("m" + number));
    }
}
