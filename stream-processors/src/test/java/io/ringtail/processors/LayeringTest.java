package io.ringtail.processors;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** schemas <- analysis <- topology, history: what is to the left knows nothing of what is to the right. */
@Timeout(120)
class LayeringTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.ringtail.processors");

    @Test
    void analysisIsPure() {
        noClasses()
                .that()
                .resideInAPackage("..processors.analysis..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.kafka..",
                        "java.nio.file..",
                        "java.nio.channels..",
                        "java.net..",
                        "java.sql..",
                        "org.slf4j..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.File")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .because("it is computed again on replays and in the history")
                .check(CLASSES);
    }

    @Test
    void analysisKnowsNeitherTopologyNorHistory() {
        noClasses()
                .that()
                .resideInAPackage("..processors.analysis..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..processors.topology..", "..processors.history..")
                .check(CLASSES);
    }

    @Test
    void topologyAndHistoryMeetInTheSchemasOnly() {
        noClasses()
                .that()
                .resideInAPackage("..processors.topology..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..processors.history..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void nativeCodeIsBehindAnotherDoor() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.foreign..")
                .check(CLASSES);
    }
}
