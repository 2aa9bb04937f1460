package dev.coppice.bench;

import dev.coppice.bench.Rounds.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Runs tens of thousands of unmeasured requests, so that server, client and driver are compiled by the JIT. */
final class WarmUp {

    private static final int WRITERS = 8;

    private WarmUp() {}

    static void of(BenchContext context) throws Exception {
        var ids = new AtomicLong();
        context.load("warm", "", 2000);
        var requests = new ArrayList<Operation>();
        var inserts = new ArrayList<Operation>();
        var writers = new ArrayList<RawWriter>();
        for (int i = 0; i < WRITERS; i++) {
            var session = "warm-" + i;
            context.client().session(session, "");
            requests.add(() -> request(context, session, ids.incrementAndGet()));
            var writer = new RawWriter(context.database());
            writers.add(writer);
            long id = context.newRawSession(writer);
            inserts.add(() -> {
                writer.append(id, List.of("m" + ids.incrementAndGet()));
                return true;
            });
        }
        var time = Duration.ofMillis(Math.max(6000, Scale.round(20_000).toMillis()));
        Rounds.together(new Sample(), time, requests);
        Rounds.together(new Sample(), time.dividedBy(5), inserts);
        for (var writer : writers) {
            writer.close();
        }
    }

    private static boolean request(BenchContext context, String session, long number) throws Exception {
        var messages = "/v1/sessions/" + session + "/messages";
        if (number % 200 == 0) {
            context.client().drain("/v1/sessions/warm/history");
        } else if (number % 10 == 0) {
            context.client().drain("/v1/sessions/" + session + "/history?last=50");
        } else if (number % 10 == 1) {
            context.client().drain("/v1/sessions?limit=10");
        } else if (number % 50 == 2) {
            context.client().send("POST", messages, BenchMessages.append(List.of("b" + number, "c" + number)));
            context.client().send("PUT", messages + "/b" + number, BenchMessages.bytes("b" + number));
            context.client().drain(messages + "/b" + number + "/children");
        }
        return context.client().append(session, BenchMessages.append("m" + number));
    }
}
