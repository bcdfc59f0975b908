import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Adds up the test reports of all modules and names what failed and what was left out, with the reasons. The last line
 * is the total alone. Fails if a test failed, if there was none, or if one was left out where nothing may be: as root
 * with CI=true, except for those in allowed-skips.
 */
public final class TestReport {
    private TestReport() {}

    private enum Outcome {
        PASSED,
        FAILED,
        SKIPPED
    }

    private record Result(String name, Outcome outcome, String reason) {}

    /** The argument is the project's top directory. */
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        List<Result> results = new ArrayList<>();
        for (Path report : reports(root)) {
            results.addAll(read(report));
        }
        Set<String> allowed = allowed(root.resolve(".ci/allowed-skips"));
        boolean strict = "true".equals(System.getenv("CI")) && "root".equals(System.getProperty("user.name"));
        List<String> forbidden = results.stream()
                .filter(result -> strict && result.outcome() == Outcome.SKIPPED && !allowed.contains(result.name()))
                .map(Result::name)
                .toList();
        list("failed", results, Outcome.FAILED);
        list("left out", results, Outcome.SKIPPED);
        if (!forbidden.isEmpty()) {
            System.out.println("Nothing may be left out here (root, CI=true), but was: " + String.join(", ", forbidden));
        }
        System.out.printf(
                "%d passed, %d failed, %d skipped%n",
                count(results, Outcome.PASSED), count(results, Outcome.FAILED), count(results, Outcome.SKIPPED));
        boolean good = count(results, Outcome.FAILED) == 0 && count(results, Outcome.PASSED) > 0 && forbidden.isEmpty();
        System.exit(good ? 0 : 1);
    }

    private static List<Path> reports(Path root) throws IOException {
        try (Stream<Path> modules = Files.list(root)) {
            List<Path> found = new ArrayList<>();
            for (Path module : modules.sorted().toList()) {
                for (String kind : List.of("surefire-reports", "failsafe-reports")) {
                    Path directory = module.resolve("target").resolve(kind);
                    if (Files.isDirectory(directory)) {
                        try (Stream<Path> files = Files.list(directory)) {
                            files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                                    .sorted()
                                    .forEach(found::add);
                        }
                    }
                }
            }
            return found;
        }
    }

    private static List<Result> read(Path report) throws Exception {
        NodeList cases = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(report.toFile())
                .getElementsByTagName("testcase");
        return IntStream.range(0, cases.getLength())
                .mapToObj(index -> result((Element) cases.item(index)))
                .toList();
    }

    private static Result result(Element test) {
        String type = test.getAttribute("classname");
        String name = type.substring(type.lastIndexOf('.') + 1) + "." + test.getAttribute("name");
        Optional<Element> failure = child(test, "failure").or(() -> child(test, "error"));
        Optional<Element> skipped = child(test, "skipped");
        Outcome outcome = failure.isPresent() ? Outcome.FAILED : skipped.isPresent() ? Outcome.SKIPPED : Outcome.PASSED;
        return new Result(name, outcome, failure.or(() -> skipped).map(TestReport::reason).orElse(""));
    }

    private static Optional<Element> child(Element test, String tag) {
        return Optional.ofNullable((Element) test.getElementsByTagName(tag).item(0));
    }

    private static String reason(Element element) {
        String message = element.getAttribute("message").strip();
        String text = message.isEmpty() ? element.getTextContent().strip() : message;
        return text.lines().findFirst().orElse("no reason given").replaceFirst("^(org\\.opentest4j\\.TestAbortedException: )?(Assumption failed: )?", "");
    }

    private static void list(String what, List<Result> results, Outcome outcome) {
        if (count(results, outcome) > 0) {
            System.out.println("Tests " + what + ":");
            results.stream()
                    .filter(result -> result.outcome() == outcome)
                    .forEach(result -> System.out.println("  " + result.name() + ": " + result.reason()));
        }
    }

    private static long count(List<Result> results, Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }

    private static Set<String> allowed(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .collect(Collectors.toSet());
        }
    }
}
