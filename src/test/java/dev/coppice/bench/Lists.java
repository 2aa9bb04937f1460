package dev.coppice.bench;

import dev.coppice.bench.Rounds.Operation;
import dev.coppice.support.Api;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Measures session lists: the first page and a page far behind it, each of ten sessions. */
final class Lists {

    private static final long NAMESPACE = 2;
    private static final int WRITERS = 8;
    private static final String FIRST = "/v1/sessions?namespace=lists&limit=10";

    private Lists() {}

    static void measure(BenchContext context) throws Exception {
        int sessions = Scale.size(10_000);
        make(context, sessions);
        int pages = sessions / 10;
        var cursor = walk(context, pages);
        var last = FIRST + "&cursor=" + Api.encode(cursor);
        try (var reader = RawReader.of(context.database())) {
            // Sessions written by JDBC are a millisecond apart, so the position of a page is known without paging.
            var samples = Rounds.inTurn(
                    Scale.times(300),
                    Duration.ofSeconds(10),
                    () -> context.client().drain(FIRST) > 0,
                    () -> reader.page(NAMESPACE, Long.MAX_VALUE, Long.MAX_VALUE) == 11,
                    () -> context.client().drain(last) > 0,
                    () -> reader.page(NAMESPACE, 11, 11) == 10);
            var label = " of " + String.format(Locale.ROOT, "%,d", sessions) + " sessions (limit 10)";
            context.report().row("list, page 1" + label, samples.get(0), samples.get(1));
            context.report().row("list, page " + pages + label, samples.get(2), samples.get(3));
            context.report()
                    .target(
                            "list: page " + pages + " as page 1 (the slower of the two)",
                            Math.max(
                                    samples.get(2).p50() / samples.get(0).p50(),
                                    samples.get(0).p50() / samples.get(2).p50()),
                            1.3,
                            " ×");
        }
    }

    /** Measures the list of one session with 100 messages, and of one with 100,000. */
    static void measureLongSessions(BenchContext context) throws Exception {
        int small = 100;
        int many = Scale.size(100_000);
        context.load("listed", "?namespace=small", small);
        context.load("listed", "?namespace=many", many);
        Operation list = () -> context.client().drain("/v1/sessions?namespace=small&limit=10") > 0;
        Operation longer = () -> context.client().drain("/v1/sessions?namespace=many&limit=10") > 0;
        Rounds.inTurn(Scale.times(50), Duration.ofSeconds(3), list, longer);
        var samples = Rounds.inTurn(Scale.times(300), Duration.ofSeconds(6), list, longer);
        context.report().row("list of a session of " + Histories.label(small), samples.get(0), Sample.NONE);
        context.report().row("list of a session of " + Histories.label(many), samples.get(1), Sample.NONE);
        context.report()
                .target(
                        "list at " + Histories.label(many) + ": as at " + Histories.label(small),
                        samples.get(1).p50() / samples.get(0).p50(),
                        1.3,
                        " ×");
    }

    private static void make(BenchContext context, int sessions) throws Exception {
        try (var writer = new RawWriter(context.database())) {
            writer.sessions(NAMESPACE, sessions);
        }
        var next = new AtomicInteger();
        var threads = new ArrayList<Thread>();
        var failed = new ArrayList<Exception>();
        for (int w = 0; w < WRITERS; w++) {
            threads.add(new Thread(() -> {
                try {
                    for (int i = next.getAndIncrement(); i < sessions; i = next.getAndIncrement()) {
                        context.client().session("s" + i, "?namespace=lists");
                    }
                } catch (Exception e) {
                    synchronized (failed) {
                        failed.add(e);
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (var thread : threads) {
            thread.join();
        }
        if (!failed.isEmpty()) {
            throw failed.get(0);
        }
    }

    private static String walk(BenchContext context, int pages) throws Exception {
        String cursor = null;
        for (int page = 1; page < pages; page++) {
            var path = cursor == null ? FIRST : FIRST + "&cursor=" + Api.encode(cursor);
            cursor = Client.member(context.client().get(path), "nextCursor");
            if (cursor == null) {
                throw new IllegalStateException("The list ended at page " + page + " of " + pages);
            }
        }
        return cursor;
    }
}
