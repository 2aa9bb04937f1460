package dev.coppice.docker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** docker/Dockerfile as a list of instructions; comments are dropped and continued lines joined. */
public record Dockerfile(List<String> instructions) {

    /** One COPY instruction; {@code stage} is null if it copies from the checkout. */
    public record Copy(String stage, List<String> sources, String target) {}

    private static final Pattern ENV = Pattern.compile("([A-Z_]+)=(\"[^\"]*\"|\\S+)");

    public static Dockerfile read() {
        try (var lines = Files.lines(Path.of("docker/Dockerfile"))) {
            var text = lines.filter(line -> !line.strip().startsWith("#")).collect(Collectors.joining("\n"));
            return new Dockerfile(text.replaceAll("\\\\\n\\s*", "")
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The arguments of each instruction of this name, in order. */
    public Stream<String> all(String name) {
        return instructions.stream()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1).strip());
    }

    public List<Copy> copies() {
        return all("COPY").map(Dockerfile::copy).toList();
    }

    /** The variables that ENV sets, with their values. */
    public Map<String, String> variables() {
        return all("ENV")
                .flatMap(line -> ENV.matcher(line).results())
                .collect(Collectors.toMap(
                        found -> found.group(1), found -> found.group(2).replace("\"", "")));
    }

    private static Copy copy(String arguments) {
        var words = Arrays.asList(arguments.split("\\s+"));
        var stage = words.stream()
                .filter(word -> word.startsWith("--from="))
                .map(word -> word.substring("--from=".length()))
                .findFirst()
                .orElse(null);
        var paths = words.stream().filter(word -> !word.startsWith("--")).toList();
        return new Copy(stage, paths.subList(0, paths.size() - 1), paths.get(paths.size() - 1));
    }
}
