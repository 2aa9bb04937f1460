package dev.coppice.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MigrationsTest {
    /**
     * From version 19 on a migration only adds, so that nodes of the release before run on while the first new one has
     * migrated. A migration that removes what no release uses any more is listed here, with the release that stopped to
     * use it.
     */
    private static final Set<String> REMOVALS = Set.of();

    private static final int FIRST_EXPANDING = 19;
    private static final Pattern VERSION = Pattern.compile("V(\\d+)__.*");
    private static final Pattern REMOVES = Pattern.compile(
            "(?i)\\b(drop|rename|modify|truncate|change\\s+column|alter\\s+column)\\b|^(update|delete)\\b");

    /** Constraints of a table that exists already, which the writes of old nodes may violate. */
    private static final Pattern RESTRICTS = Pattern.compile("(?i)^create unique index\\b.* on (\\w+)|"
            + "^alter table (\\w+) .*\\b(?:add constraint|check|foreign key|primary key|unique)\\b");

    private static final Pattern CREATES = Pattern.compile("(?i)^create table (?:if not exists )?(\\w+)");
    private static final Pattern REQUIRES = Pattern.compile("(?i)alter table .*\\bnot null\\b");
    private static final Pattern DEFAULT = Pattern.compile("(?i)\\bdefault\\b");

    @ParameterizedTest
    @EnumSource
    void everyDatabaseHasTheSameMigrations(Dialect dialect) throws IOException {
        assertEquals(names(Dialect.H2), names(dialect));
    }

    /** Otherwise a database without it would not be migrated. */
    @Test
    void newestVersionIsThatOfTheLastFile() throws IOException {
        int last = names(Dialect.H2).stream()
                .mapToInt(MigrationsTest::version)
                .max()
                .orElseThrow();
        assertEquals(String.valueOf(last), Migrations.NEWEST);
    }

    @ParameterizedTest
    @EnumSource
    void newMigrationsOnlyAdd(Dialect dialect) throws IOException {
        for (var name : names(dialect)) {
            if (version(name) >= FIRST_EXPANDING && !REMOVALS.contains(name)) {
                assertEquals(
                        List.of(), incompatible(Files.readString(folder(dialect).resolve(name))), name);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "alter table a drop column b, false",
        "drop index i on a, false",
        "alter table a modify b bigint, false",
        "alter table a rename to b, false",
        "alter table a alter column b type text, false",
        "alter table a add column b bigint not null, false",
        "alter table a add column b bigint default 0 not null, true",
        "alter table a add column b bigint, true",
        "create table a (b bigint not null), true",
        "create index a on b (c), true",
        "create unique index a on b (c), false",
        "create table b (c bigint); create unique index a on b (c), true",
        "alter table a add constraint b check (c > 0), false",
        "alter table a add check (c > 0), false",
        "alter table a add primary key (c), false",
        "alter table a add foreign key (c) references b, false",
        "alter table a add column b bigint unique, false",
        "create table a (b bigint); alter table a add primary key (b), true",
        "update a set b = 1, false",
        "delete from a, false",
        "insert into a (b) values (1), true"
    })
    void migrationThatDoesMoreThanAddIsFound(String statement, boolean isCompatible) {
        assertEquals(
                isCompatible,
                incompatible("-- drop is a word here\n" + statement + ";").isEmpty());
    }

    /**
     * Statements that old nodes may not survive: they remove, change or rename something, change rows, require a new
     * column, or restrict a table that the migration has not created.
     */
    private static List<String> incompatible(String migration) {
        var statements = Stream.of(migration.replaceAll("(?m)--.*$", "").split(";"))
                .map(statement -> statement.strip().replaceAll("\\s+", " "))
                .toList();
        var created = statements.stream()
                .map(CREATES::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        return statements.stream()
                .filter(statement -> restricts(statement, created)
                        || REMOVES.matcher(statement).find()
                        || REQUIRES.matcher(statement).find()
                                && !DEFAULT.matcher(statement).find())
                .toList();
    }

    private static boolean restricts(String statement, Set<String> created) {
        var match = RESTRICTS.matcher(statement);
        return match.find() && !created.contains(match.group(1) == null ? match.group(2) : match.group(1));
    }

    private static int version(String name) {
        var version = VERSION.matcher(name);
        assertTrue(version.matches(), name);
        return Integer.parseInt(version.group(1));
    }

    private static List<String> names(Dialect dialect) throws IOException {
        try (var files = Files.list(folder(dialect))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static Path folder(Dialect dialect) {
        return Path.of(dialect.migrations().replace("classpath:", "src/main/resources/"));
    }
}
