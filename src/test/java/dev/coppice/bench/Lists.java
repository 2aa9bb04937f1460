package dev.coppice.bench;

import dev.coppice.bench.Rounds.Work;
import dev.coppice.support.Api;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Pages of ten of many sessions: the first, and one a long way behind it. */
final class Lists {

    private static final long NAMESPACE = 2;
    private static final int WRITERS = 8;
    private static final String FIRST = "/v1/sessions?namespace=lists&limit=10";

    private Lists() {}

    static void measure(Rig rig) throws Exception {
        int sessions = Scale.size(10_000);
        make(rig, sessions);
        int pages = sessions / 10;
        var cursor = walk(rig, pages);
        var last = FIRST + "&cursor=" + Api.encode(cursor);
        try (var reader = RawReader.of(rig.raw())) {
            // Raw sessions have equal steps of time, so that the position of a page is known without walking.
            var samples = Rounds.inTurn(
                    Scale.times(300),
                    Duration.ofSeconds(10),
                    () -> rig.client().drain(FIRST) > 0,
                    () -> reader.page(NAMESPACE, Long.MAX_VALUE, Long.MAX_VALUE) == 11,
                    () -> rig.client().drain(last) > 0,
                    () -> reader.page(NAMESPACE, 11, 11) == 10);
            var label = " of " + String.format(Locale.ROOT, "%,d", sessions) + " sessions (limit 10)";
            rig.report().row("list, page 1" + label, samples.get(0), samples.get(1));
            rig.report().row("list, page " + pages + label, samples.get(2), samples.get(3));
            rig.report()
                    .goal(
                            "list: page " + pages + " as page 1 (the slower of the two)",
                            Math.max(
                                    samples.get(2).p50() / samples.get(0).p50(),
                                    samples.get(0).p50() / samples.get(2).p50()),
                            1.3,
                            " ×");
        }
    }

    /** A list of one session with 100 messages, and of one with as many as we have. */
    static void measureLongSessions(Rig rig) throws Exception {
        int few = 100;
        int many = Scale.size(100_000);
        rig.load("listed", "?namespace=few", few);
        rig.load("listed", "?namespace=many", many);
        Work list = () -> rig.client().drain("/v1/sessions?namespace=few&limit=10") > 0;
        Work longer = () -> rig.client().drain("/v1/sessions?namespace=many&limit=10") > 0;
        Rounds.inTurn(Scale.times(50), Duration.ofSeconds(3), list, longer);
        var samples = Rounds.inTurn(Scale.times(300), Duration.ofSeconds(6), list, longer);
        rig.report().row("list of a session of " + Histories.label(few), samples.get(0), Sample.NONE);
        rig.report().row("list of a session of " + Histories.label(many), samples.get(1), Sample.NONE);
        rig.report()
                .goal(
                        "list at " + Histories.label(many) + ": as at " + Histories.label(few),
                        samples.get(1).p50() / samples.get(0).p50(),
                        1.3,
                        " ×");
    }

    private static void make(Rig rig, int sessions) throws Exception {
        try (var writer = new RawWriter(rig.raw())) {
            writer.sessions(NAMESPACE, sessions);
        }
        var next = new AtomicInteger();
        var works = new ArrayList<Thread>();
        var failed = new ArrayList<Exception>();
        for (int w = 0; w < WRITERS; w++) {
            works.add(new Thread(() -> {
                try {
                    for (int i = next.getAndIncrement(); i < sessions; i = next.getAndIncrement()) {
                        rig.client().session("s" + i, "?namespace=lists");
                    }
                } catch (Exception e) {
                    synchronized (failed) {
                        failed.add(e);
                    }
                }
            }));
        }
        works.forEach(Thread::start);
        for (var work : works) {
            work.join();
        }
        if (!failed.isEmpty()) {
            throw failed.get(0);
        }
    }

    private static String walk(Rig rig, int pages) throws Exception {
        String cursor = null;
        for (int page = 1; page < pages; page++) {
            var path = cursor == null ? FIRST : FIRST + "&cursor=" + Api.encode(cursor);
            cursor = Client.member(rig.client().get(path), "nextCursor");
            if (cursor == null) {
                throw new IllegalStateException("The list ended at page " + page + " of " + pages);
            }
        }
        return cursor;
    }
}
