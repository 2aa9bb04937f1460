package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The start script {@code bin/coppice} of the server that the build packs. */
public final class ServerScript {
    private static final Path SCRIPT = Path.of("wildfly-config/server/bin/coppice");

    private static final Pattern DEFAULT = Pattern.compile("(?m)^JAVA_OPTS=\\$\\{JAVA_OPTS:-([^}]*)}$");

    private ServerScript() {}

    /** Returns the options of the JVM that the script sets if the variable {@code JAVA_OPTS} is not set. */
    public static List<String> jvmOptions() {
        try {
            var options = DEFAULT.matcher(Files.readString(SCRIPT));
            if (!options.find()) {
                throw new IllegalStateException(SCRIPT + " sets no options of the JVM");
            }
            return List.of(options.group(1).split(" "));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
