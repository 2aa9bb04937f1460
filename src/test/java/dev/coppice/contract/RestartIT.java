package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.coppice.support.TestServers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Acknowledged writes survive a kill and an orderly stop of the server. All cases share one restart, because it takes
 * about ten seconds; {@link DurabilityIT} kills the server during writes.
 */
@RunsAlone("stops servers")
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
@Tag("chaos")
class RestartIT {
    private static final double MAX_STOP_SECONDS = 90;

    /** Prepared in this order, checked in reverse: clients that keep writing begin last and end first. */
    private static List<RestartCase> cases(RestartCase index) {
        return new ArrayList<>(List.of(
                new ReadsSurvive(),
                new PromptsSurvive(),
                new LoadedSkillsSurvive(),
                new RunsSurvive(),
                new StateSurvives(),
                index,
                new FollowersSurvive()));
    }

    @TestFactory
    List<DynamicTest> acknowledgedWritesSurviveKill() throws Exception {
        var cases = cases(new IndexSurvives());
        if (TestServers.areTwo()) {
            cases.add(new SweepLeaseMoves());
        }
        prepare(cases);
        TestServers.first().kill9();
        return checks(cases);
    }

    @TestFactory
    List<DynamicTest> acknowledgedWritesSurviveStop() throws Exception {
        var cases = cases(new DeletedIndexIsRebuilt());
        prepare(cases);
        long start = System.nanoTime();
        TestServers.first().stop();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf("stopped in %.1f s with %d streams open%n", seconds, FollowersSurvive.READERS);
        var checks = checks(cases);
        checks.add(dynamicTest("openStreamsDoNotDelayTheStop", () -> assertTrue(seconds < MAX_STOP_SECONDS)));
        return checks;
    }

    private static void prepare(List<RestartCase> cases) throws Exception {
        for (var restartCase : cases) {
            restartCase.prepare();
        }
    }

    private static List<DynamicTest> checks(List<RestartCase> cases) throws Exception {
        for (var restartCase : cases) {
            restartCase.whileDown();
        }
        TestServers.first().restart();
        var checks = new ArrayList<DynamicTest>();
        for (var restartCase : cases) {
            checks.add(0, dynamicTest(restartCase.getClass().getSimpleName(), restartCase::check));
        }
        return checks;
    }
}
