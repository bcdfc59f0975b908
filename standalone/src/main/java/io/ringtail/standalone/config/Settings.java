package io.ringtail.standalone.config;

import io.ringtail.standalone.UserError;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.source.yaml.YamlConfigSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The configuration in force: command line before environment before file before defaults. All faults are told at
 * once; unknown names stop the start, each with the nearest known name.
 *
 * @param config the typed values
 * @param kafka properties handed to every Kafka client as they are ({@code kafka.*} without the prefix)
 * @param origins where each value came from: command line, environment, a file's path, or default
 */
public record Settings(RingtailConfig config, Map<String, String> kafka, Map<String, Origin> origins) {
    static final String PREFIX = "ringtail";
    private static final String DOTTED = PREFIX + ".";
    private static final String KAFKA = "kafka.";
    private static final String ENV = "RINGTAIL_";
    private static final Set<String> ENV_OF_LAUNCHER = Set.of("RINGTAIL_JAVA_HOME", "RINGTAIL_JAVA_OPTS");
    private static final ConfigClass MAPPING = ConfigClass.configClass(RingtailConfig.class, PREFIX);

    /** A value in force and where it came from. */
    public record Origin(String value, String source) {}

    /**
     * Reads the configuration.
     *
     * @param options values of the command line, by their full keys
     * @param file a YAML file, if one was named
     * @param environment the process's environment
     * @throws UserError with every fault found
     */
    public static Settings load(Map<String, String> options, Optional<Path> file, Map<String, String> environment) {
        List<String> faults = new ArrayList<>();
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder()
                .withMapping(RingtailConfig.class)
                .withValidateUnknown(false)
                .withConverter(Duration.class, 200, Durations::parse)
                .withSources(
                        new PropertiesConfigSource(options, "command line", 400),
                        new EnvConfigSource(environmentOfOurs(environment), 300));
        file.map(Settings::yaml).ifPresent(source -> {
            builder.withSources(source);
            faults.addAll(unknown(source.getPropertyNames(), file.orElseThrow().toString()));
        });
        faults.addAll(unknown(options.keySet(), "command line"));
        faults.addAll(unknownEnvironment(environment));
        SmallRyeConfig loaded = null;
        try {
            loaded = builder.build();
        } catch (ConfigValidationException e) {
            for (int i = 0; i < e.getProblemCount(); i++) {
                faults.add(plain(e.getProblem(i).getMessage()));
            }
        }
        if (loaded == null || !faults.isEmpty()) {
            throw new UserError(
                    UserError.CONFIG,
                    "The configuration has " + faults.size() + (faults.size() == 1 ? " fault:" : " faults:") + "\n  "
                            + String.join("\n  ", faults) + "\nAll keys: docs/reference/configuration.md");
        }
        return new Settings(loaded.getConfigMapping(RingtailConfig.class), kafka(loaded), origins(loaded));
    }

    /** The values in force that are not defaults, one line each: key = value (source). */
    public List<String> describe() {
        return origins.entrySet().stream()
                .filter(entry -> !entry.getValue().source().equals("default"))
                .map(entry -> entry.getKey() + " = " + shown(entry.getKey(), entry.getValue().value) + "  ("
                        + entry.getValue().source() + ")")
                .toList();
    }

    /** All known keys, with the prefix. */
    public static Set<String> keys() {
        return new TreeSet<>(ConfigMappings.getProperties(MAPPING).keySet().stream()
                .map(key -> key.replace("[*]", ""))
                .collect(Collectors.toSet()));
    }

    private static String shown(String key, String value) {
        return key.endsWith("token") || key.contains("password") || key.contains("jaas") ? "(hidden)" : value;
    }

    private static YamlConfigSource yaml(Path file) {
        try {
            return new YamlConfigSource(file.toString(), Files.readString(file), 200);
        } catch (IOException e) {
            throw new UserError(
                    UserError.CONFIG,
                    "Cannot read the configuration file " + file + ": "
                            + (Files.exists(file) ? e.getMessage() : "there is none") + ". Name another by --config.");
        } catch (RuntimeException e) {
            throw new UserError(UserError.CONFIG, file + " is not YAML: " + firstLine(e));
        }
    }

    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().limit(2).collect(Collectors.joining(" "));
    }

    private static Map<String, String> environmentOfOurs(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(entry ->
                        entry.getKey().startsWith(ENV) || entry.getKey().startsWith("KAFKA_"))
                .filter(entry -> !ENV_OF_LAUNCHER.contains(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static List<String> unknown(Iterable<String> names, String where) {
        Set<String> known = keys();
        List<String> faults = new ArrayList<>();
        for (String name : names) {
            String key = name.replaceAll("\\[\\d+]", "");
            if (!known.contains(key) && !key.startsWith(KAFKA) && !key.startsWith("config_ordinal")) {
                faults.add("unknown key " + key + " (" + where + "); did you mean " + Nearest.of(key, known) + "?");
            }
        }
        return faults;
    }

    private static List<String> unknownEnvironment(Map<String, String> environment) {
        Map<String, String> known = keys().stream().collect(Collectors.toMap(Settings::variable, key -> key));
        return environment.keySet().stream()
                .filter(name -> name.startsWith(ENV) && !ENV_OF_LAUNCHER.contains(name) && !known.containsKey(name))
                .filter(name -> !name.matches(".*_\\d+_?"))
                .sorted()
                .map(name -> "unknown variable " + name + " (environment); did you mean "
                        + Nearest.of(name, known.keySet()) + "?")
                .toList();
    }

    /** The environment variable of a key. */
    static String variable(String key) {
        return key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    /** A name as it was written: SmallRye quotes the parts of a YAML key that has dots. */
    private static String unquoted(String name) {
        return name.replace("\"", "");
    }

    private static Map<String, String> kafka(SmallRyeConfig config) {
        Map<String, String> properties = new TreeMap<>();
        for (String name : config.getPropertyNames()) {
            if (name.startsWith(KAFKA)) {
                properties.put(
                        unquoted(name).substring(KAFKA.length()),
                        config.getConfigValue(name).getValue());
            }
        }
        return properties;
    }

    private static Map<String, Origin> origins(SmallRyeConfig config) {
        Map<String, Origin> origins = new TreeMap<>();
        Set<String> names = new TreeSet<>(keys());
        config.getPropertyNames().forEach(name -> {
            if (name.startsWith(DOTTED) || name.startsWith(KAFKA)) {
                names.add(name);
            }
        });
        for (String name : names) {
            ConfigValue value = config.getConfigValue(name);
            if (value != null && value.getValue() != null) {
                origins.put(unquoted(name), new Origin(value.getValue(), source(value)));
            }
        }
        return origins;
    }

    private static String source(ConfigValue value) {
        if (value.isDefault() || value.getConfigSourceOrdinal() == Integer.MIN_VALUE) {
            return "default";
        }
        return switch (value.getConfigSourceOrdinal()) {
            case 400 -> "command line";
            case 300 -> "environment";
            default -> value.getConfigSourceName();
        };
    }

    private static String plain(String problem) {
        return problem.replaceFirst("^(java\\.[a-zA-Z.]+: )+", "")
                .replaceAll("SRCFG\\d+: ?", "")
                .replace("The config property ", "");
    }
}
