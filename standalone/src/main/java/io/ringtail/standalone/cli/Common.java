package io.ringtail.standalone.cli;

import io.ringtail.standalone.UserError;
import io.ringtail.standalone.config.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command has: where its configuration comes from. An option is a key of the configuration, said shorter. */
abstract class Common implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    private final Map<String, String> options = new TreeMap<>();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration in YAML; options and RINGTAIL_... variables come before it.")
    private Path file;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description =
                    "Any key of the configuration, e.g. -D ringtail.web.port=8081 or -D kafka.security.protocol=SSL.")
    void any(Map<String, String> values) {
        options.putAll(values);
    }

    /** Sets a key of the configuration. */
    final void set(String key, String value) {
        options.put(key, value);
    }

    /** The configuration in force. */
    final Settings settings() {
        return Settings.load(options, Optional.ofNullable(file), System.getenv());
    }

    /** The terminal. */
    final Terminal terminal() {
        return new Terminal(spec.commandLine().getOut(), spec.commandLine().getErr());
    }

    /** A wrong argument, found after parsing. */
    final UserError usage(String message) {
        return new UserError(UserError.USAGE, message + "\nTry: " + spec.qualifiedName() + " --help");
    }
}
