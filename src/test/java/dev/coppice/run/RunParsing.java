package dev.coppice.run;

import dev.coppice.Settings;
import dev.coppice.SettingsReader;
import dev.coppice.TestConfig;
import dev.coppice.state.StateSettings;
import java.util.Map;

/** Reads saves of runs, for fuzzing. */
public final class RunParsing {
    private static final Settings SETTINGS = new Settings(new SettingsReader(new TestConfig(Map.of())));
    private static final StateSettings LIMITS = new StateSettings(new SettingsReader(new TestConfig(Map.of())));

    private RunParsing() {}

    /** Reads a save. Throws a {@link dev.coppice.Problem} if it is refused. */
    public static void parse(byte[] body) {
        var save = RunSave.read(body, SETTINGS, LIMITS);
        Requirements.types(
                save.requirements() == null ? null : save.requirements().json());
    }
}
