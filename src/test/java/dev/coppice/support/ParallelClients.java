package dev.coppice.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs several clients at the same time; all begin at the same moment. */
public final class ParallelClients {

    private static final long BOUND_SECONDS = 600;

    private ParallelClients() {}

    /** The work of one client. The clients are numbered from 0. */
    @FunctionalInterface
    public interface Member<T> {
        T act(int number) throws Exception;
    }

    /** Runs all clients and returns their results by number; throws the first failure. */
    public static <T> List<T> of(int size, Member<T> member) {
        var executor = Executors.newFixedThreadPool(size);
        try {
            var start = new CyclicBarrier(size);
            var futures = new ArrayList<Future<T>>();
            for (var i = 0; i < size; i++) {
                var number = i;
                futures.add(executor.submit(() -> {
                    start.await();
                    return member.act(number);
                }));
            }
            var results = new ArrayList<T>();
            for (var future : futures) {
                results.add(future.get(BOUND_SECONDS, TimeUnit.SECONDS));
            }
            return results;
        } catch (ExecutionException e) {
            throw new AssertionError("One of " + size + " failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError(size + " clients were not done after " + BOUND_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            executor.shutdownNow();
        }
    }
}
