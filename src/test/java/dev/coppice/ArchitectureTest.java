package dev.coppice;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.coppice.db.DatabaseClock;
import dev.coppice.db.Dialect;
import dev.coppice.db.Results;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.Singleton;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import jakarta.persistence.Converter;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.MappedSuperclass;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.util.Date;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The order of the packages: each knows only those below it. */
@AnalyzeClasses(packages = "dev.coppice", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final List<Class<? extends Annotation>> PERSISTENT =
            List.of(Entity.class, MappedSuperclass.class, Embeddable.class, Converter.class);

    /** The packages from top to bottom. */
    private static final List<String> ROOMS = List.of(
            "payara",
            "console",
            "mcp",
            "openai",
            "imports",
            "export",
            "feed",
            "turn",
            "tool",
            "memory",
            "context",
            "search",
            "compaction",
            "eventlog",
            "run",
            "llm",
            "message",
            "state",
            "format",
            "session",
            "agent",
            "quota",
            "backup",
            "disk",
            "access",
            "jwt",
            "http",
            "idempotency",
            "db",
            "background",
            "metrics",
            "trace",
            "api",
            "json");

    @ArchTest
    static final ArchRule packagesKnowOnlyThoseBelow = packagesKnowOnlyThoseBelow();

    private static ArchRule packagesKnowOnlyThoseBelow() {
        var layers = layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
        for (var room : ROOMS) {
            layers = layers.layer(room).definedBy("dev.coppice." + room + "..");
        }
        layers = layers.whereLayer(ROOMS.get(0)).mayNotBeAccessedByAnyLayer();
        for (int i = 1; i < ROOMS.size(); i++) {
            layers = layers.whereLayer(ROOMS.get(i))
                    .mayOnlyBeAccessedByLayers(ROOMS.subList(0, i).toArray(String[]::new));
        }
        return layers;
    }

    @ArchTest
    static final ArchRule rootPackageKnowsNoOther = noClasses()
            .that()
            .resideInAPackage("dev.coppice")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.coppice.*..");

    /** Packages that carry the others; all other packages are the domain. */
    private static final String[] INFRASTRUCTURE = {
        "dev.coppice.http..",
        "dev.coppice.access..",
        "dev.coppice.idempotency..",
        "dev.coppice.db..",
        "dev.coppice.background..",
        "dev.coppice.metrics..",
        "dev.coppice.trace..",
        "dev.coppice.api..",
        "dev.coppice.json.."
    };

    /** Packages that serve the protocols of others; they translate the HTTP of those protocols. */
    private static final String[] DOORS = {"dev.coppice.openai.."};

    @ArchTest
    static final ArchRule onlyResourcesOfTheDomainKnowHttp = noClasses()
            .that()
            .resideOutsideOfPackages(INFRASTRUCTURE)
            .and()
            .resideOutsideOfPackages(DOORS)
            .and()
            .haveSimpleNameNotEndingWith("Resource")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.coppice.http..");

    /** Sub-packages count as packages of their own. */
    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.coppice.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule entitiesHaveVerbsInsteadOfSetters = noMethods()
            .that()
            .areDeclaredInClassesThat()
            .areAnnotatedWith(Entity.class)
            .should()
            .haveNameMatching("set[A-Z].*");

    /** Hibernate does not search for them (see {@code persistence.xml}), so it would not know one that is missing. */
    @ArchTest
    static void persistenceUnitListsAllAnnotatedClasses(JavaClasses classes) throws IOException {
        var annotated = classes.stream()
                .filter(type -> PERSISTENT.stream().anyMatch(type::isAnnotatedWith))
                .map(JavaClass::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        var unit = Files.readString(java.nio.file.Path.of("src/main/resources/META-INF/persistence.xml"));
        var listed = Pattern.compile("<class>(.*?)</class>")
                .matcher(unit)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertEquals(List.copyOf(annotated), listed);
    }

    @ArchTest
    static final ArchRule resourcesUseNoEntityManager = noClasses()
            .that()
            .areAnnotatedWith(Path.class)
            .should()
            .dependOnClassesThat()
            .areAssignableTo(EntityManager.class);

    @ArchTest
    static final ArchRule statelessBeansHaveDomainNames = classes()
            .that()
            .areAnnotatedWith(Stateless.class)
            .should()
            .haveSimpleNameNotEndingWith("Service")
            .andShould()
            .haveSimpleNameNotEndingWith("Manager")
            .andShould()
            .haveSimpleNameNotEndingWith("Impl");

    /**
     * A container may generate the proxy of a bean in another package or class loader, where types that are not public
     * cannot be accessed.
     */
    @ArchTest
    static final ArchRule publicMethodsOfEjbsHavePublicTypes = methods()
            .that()
            .arePublic()
            .and()
            .areDeclaredInClassesThat(describe("are EJBs", ArchitectureTest::isEjb))
            .should(haveOnlyPublicTypes());

    private static boolean isEjb(JavaClass type) {
        return type.isAnnotatedWith(Stateless.class)
                || type.isAnnotatedWith(Singleton.class)
                || type.isAnnotatedWith(Stateful.class);
    }

    private static ArchCondition<JavaMethod> haveOnlyPublicTypes() {
        return new ArchCondition<>("have only public types as parameters and results") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                Stream.concat(method.getParameterTypes().stream(), Stream.of(method.getReturnType()))
                        .flatMap(type -> type.getAllInvolvedRawTypes().stream())
                        .map(JavaClass::getBaseComponentType)
                        .filter(type -> !isPublic(type))
                        .forEach(type -> events.add(SimpleConditionEvent.violated(
                                method, method.getFullName() + " has the type " + type.getName())));
            }
        };
    }

    /** True if the class and those that enclose it are public. */
    private static boolean isPublic(JavaClass type) {
        return type.isPrimitive()
                || type.getModifiers().contains(JavaModifier.PUBLIC)
                        && type.getEnclosingClass()
                                .map(ArchitectureTest::isPublic)
                                .orElse(true);
    }

    /** Payara may call an overload instead of the method with the annotation. */
    @ArchTest
    static final ArchRule lifecycleMethodsHaveNoOverloads = methods()
            .that()
            .areAnnotatedWith(PostConstruct.class)
            .or()
            .areAnnotatedWith(PreDestroy.class)
            .should(new ArchCondition<>("have no overloads") {
                @Override
                public void check(JavaMethod method, ConditionEvents events) {
                    long sameName = method.getOwner().getMethods().stream()
                            .filter(other -> other.getName().equals(method.getName()))
                            .count();
                    if (sameName > 1) {
                        events.add(SimpleConditionEvent.violated(method, method.getFullName() + " has an overload"));
                    }
                }
            });

    /** Outside of a transaction, Payara refuses to detach; {@code message.MessageEditor} always has a transaction. */
    @ArchTest
    static final ArchRule onlyResultsDetaches = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(Results.class.getName())
            .and()
            .doNotHaveSimpleName("MessageEditor")
            .should()
            .callMethod(EntityManager.class, "detach", Object.class);

    /** What differs between databases is asked of the dialect; no other package asks which database it is. */
    @ArchTest
    static final ArchRule onlyDatabasePackageNamesDatabases = noClasses()
            .that()
            .resideOutsideOfPackage("dev.coppice.db..")
            .should()
            .accessTargetWhere(describe(
                    "read a constant of Dialect",
                    access -> access instanceof JavaFieldAccess
                            && access.getTargetOwner().isEquivalentTo(Dialect.class)));

    /**
     * What a background task throws is logged and shown in the health only if the task is started there. The classes in
     * {@code boot} and {@code driver} also run outside of the application, where there are no background tasks.
     */
    @ArchTest
    static final ArchRule onlyBackgroundPackageStartsThreads = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.coppice.background..", "dev.coppice.boot..", "dev.coppice.driver..", "dev.coppice.load..")
            .should()
            .accessTargetWhere(describe("run work on another thread", ArchitectureTest::startsThread));

    private static boolean startsThread(JavaAccess<?> access) {
        var owner = access.getTargetOwner();
        return owner.isAssignableTo(Executor.class) && access.getName().matches("execute|submit|schedule.*")
                || owner.isAssignableTo(CompletableFuture.class)
                        && access.getName().endsWith("Async")
                || owner.isAssignableTo(Thread.class) && access.getName().equals("start");
    }

    /** Nodes with different clocks must agree on what has expired, what is old, and which lease is valid. */
    @ArchTest
    static final ArchRule onlyTheDatabaseClockIsRead = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(DatabaseClock.class.getName())
            .should()
            .accessTargetWhere(describe("read the clock of this machine", ArchitectureTest::readsTheClock));

    private static boolean readsTheClock(JavaAccess<?> access) {
        var owner = access.getTargetOwner();
        return owner.isEquivalentTo(System.class) && access.getName().equals("currentTimeMillis")
                || owner.isEquivalentTo(Date.class)
                        && access.getTarget().getFullName().endsWith("<init>()")
                || owner.getPackageName().equals("java.time")
                        && access.getName().matches("now|system(UTC|DefaultZone)?|tick.*");
    }

    @ArchTest
    static final ArchRule loaderUsesOnlyTheRestApi = noClasses()
            .that()
            .resideInAPackage("dev.coppice.load..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.coppice.message..", "dev.coppice.session..", "dev.coppice.http..");
}
