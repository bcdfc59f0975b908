package io.ringtail.standalone.simulate;

import io.ringtail.standalone.UserError;
import io.ringtail.standalone.config.Nearest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The scenarios that Ringtail brings along, and those in files. */
public final class Scenarios {
    private static final String DIRECTORY = "/scenarios/";

    /** One line each: a test fails when a resource is not listed. */
    private static final List<String> NAMES = List.of(
            "quick", "fleet", "f1-busy-poll", "f2-need-wakeup", "f3-kernels", "f4-nocache-copy", "f5-tx-interrupts");

    private Scenarios() {}

    /** Names of those that Ringtail brings along. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * A scenario by its name, or from a file.
     *
     * @throws UserError if there is none, or it has faults
     */
    public static Scenario named(String name) {
        String yaml = NAMES.contains(name) ? resource(name) : file(name);
        try {
            return ScenarioFile.parse(name, yaml);
        } catch (IllegalArgumentException e) {
            throw new UserError(UserError.CONFIG, "The scenario " + name + " has faults:\n" + e.getMessage());
        }
    }

    private static String resource(String name) {
        try (InputStream in = Scenarios.class.getResourceAsStream(DIRECTORY + name + ".yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String file(String name) {
        try {
            return Files.readString(Path.of(name));
        } catch (CharacterCodingException e) {
            throw new UserError(UserError.CONFIG, name + " is no text: a scenario is a YAML file in UTF-8.");
        } catch (IOException e) {
            throw new UserError(
                    UserError.USAGE,
                    "There is no scenario " + name + "; did you mean " + Nearest.of(name, NAMES)
                            + "? ringtail simulate --list names them all, or give a YAML file.");
        }
    }
}
