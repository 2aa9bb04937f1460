package dev.coppice;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.ejb.Stateless;
import jakarta.persistence.Entity;
import jakarta.ws.rs.Path;

/** The order of the rooms: each knows only those below it. */
@AnalyzeClasses(packages = "dev.coppice", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule roomsKnowOnlyThoseBelow = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("feed")
            .definedBy("dev.coppice.feed..")
            .layer("tool")
            .definedBy("dev.coppice.tool..")
            .layer("context")
            .definedBy("dev.coppice.context..")
            .layer("search")
            .definedBy("dev.coppice.search..")
            .layer("compaction")
            .definedBy("dev.coppice.compaction..")
            .layer("llm")
            .definedBy("dev.coppice.llm..")
            .layer("message")
            .definedBy("dev.coppice.message..")
            .layer("session")
            .definedBy("dev.coppice.session..")
            .layer("agent")
            .definedBy("dev.coppice.agent..")
            .layer("access")
            .definedBy("dev.coppice.access..")
            .layer("web")
            .definedBy("dev.coppice.web..")
            .layer("json")
            .definedBy("dev.coppice.json..")
            .layer("shared")
            .definedBy("dev.coppice")
            .whereLayer("feed")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("tool")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("context")
            .mayOnlyBeAccessedByLayers("feed", "tool")
            .whereLayer("search")
            .mayOnlyBeAccessedByLayers("feed", "tool", "context")
            .whereLayer("compaction")
            .mayOnlyBeAccessedByLayers("feed", "tool", "context", "search")
            .whereLayer("llm")
            .mayOnlyBeAccessedByLayers("feed", "tool", "context", "search", "compaction")
            .whereLayer("message")
            .mayOnlyBeAccessedByLayers("feed", "tool", "context", "search", "compaction", "llm")
            .whereLayer("session")
            .mayOnlyBeAccessedByLayers("feed", "tool", "context", "search", "compaction", "llm", "message")
            .whereLayer("agent")
            .mayOnlyBeAccessedByLayers("feed", "tool", "context", "search", "compaction", "llm", "message", "session")
            .whereLayer("access")
            .mayOnlyBeAccessedByLayers("feed", "tool", "context", "search", "compaction", "llm", "message", "session", "agent")
            .whereLayer("web")
            .mayOnlyBeAccessedByLayers("feed", "tool", "context", "search", "compaction", "llm", "message", "session", "agent", "access")
            .whereLayer("json")
            .mayOnlyBeAccessedByLayers("feed", "tool", "context", "search", "compaction", "llm", "message", "session", "agent", "access", "web");

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.coppice.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule entitiesHaveVerbsInsteadOfSetters = noMethods()
            .that()
            .areDeclaredInClassesThat()
            .areAnnotatedWith(Entity.class)
            .should()
            .haveNameMatching("set[A-Z].*");

    @ArchTest
    static final ArchRule onlyBeansOfARoomWriteItsTables = noClasses()
            .that()
            .areAnnotatedWith(Path.class)
            .should()
            .dependOnClassesThat()
            .areAssignableTo(jakarta.persistence.EntityManager.class);

    @ArchTest
    static final ArchRule transactionBoundariesArePlural = classes()
            .that()
            .areAnnotatedWith(Stateless.class)
            .should()
            .haveSimpleNameNotEndingWith("Service")
            .andShould()
            .haveSimpleNameNotEndingWith("Manager")
            .andShould()
            .haveSimpleNameNotEndingWith("Impl");

    @ArchTest
    static final ArchRule theLoaderIsAClientLikeAnyOther = noClasses()
            .that()
            .resideInAPackage("dev.coppice.load..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.coppice.message..", "dev.coppice.session..", "dev.coppice.web..");
}
