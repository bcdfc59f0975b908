package io.ringtail.standalone.serve;

import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.ringtail.standalone.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page's files, read once from the class path: ours from {@code page/} (module dashboards), the charts from uPlot's
 * webjar. Each is served with an entity tag and asked for again by the browser, so that an upgrade is seen at once.
 * Immutable, thread safe.
 */
final class PageFiles {
    private static final String WEBJAR = "META-INF/maven/org.webjars.npm/uplot/pom.properties";

    private static final Pattern RULE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private static final List<String> OURS = List.of(
            "index.html",
            "ringtail.css",
            "icon.svg",
            "theme.js",
            "main.js",
            "live.js",
            "alerts.js",
            "view.js",
            "csv.js",
            "format.js",
            "dom.js",
            "charts.js",
            "heatmap.js",
            "hosts.js",
            "effects.js",
            "segments.js",
            "tail.js",
            "tcp.js",
            "xsk.js");

    private final Map<String, File> files;

    /** A file as it is served. */
    private static final class File {
        private final String type;
        private final byte[] bytes;
        private final String tag;

        File(String type, byte[] bytes) {
            this.type = type;
            this.bytes = bytes;
            this.tag = '"' + digest(bytes) + '"';
        }
    }

    PageFiles() {
        String uplot = "META-INF/resources/webjars/uplot/" + uplotVersion() + "/dist/";
        this.files = Stream.concat(
                        OURS.stream().map(name -> Map.entry(name, "page/" + name)),
                        Stream.of(
                                Map.entry("lib/uplot.js", uplot + "uPlot.iife.min.js"),
                                Map.entry("lib/uplot.css", uplot + "uPlot.min.css")))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> load(entry.getValue())));
    }

    /** Names below {@code /}. */
    Iterable<String> names() {
        return files.keySet();
    }

    /** Answers with the runbook of a rule. */
    void runbook(Context ctx, String rule) {
        if (!RULE.matcher(rule).matches()) {
            throw new HttpResponseException(HttpStatus.NOT_FOUND.getCode(), "no runbook of that name");
        }
        try (InputStream in = PageFiles.class.getClassLoader().getResourceAsStream("runbooks/" + rule + ".md")) {
            if (in == null) {
                throw new HttpResponseException(
                        HttpStatus.NOT_FOUND.getCode(), "no runbook of " + rule + ": a rule of your own has none here");
            }
            ctx.contentType("text/plain; charset=utf-8").result(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers with a file, or that the client's copy of it still holds. */
    void serve(Context ctx, String name) {
        File file = files.get(name);
        ctx.header("Cache-Control", "no-cache").header("ETag", file.tag);
        if (file.tag.equals(ctx.header("If-None-Match"))) {
            ctx.status(HttpStatus.NOT_MODIFIED);
        } else {
            ctx.contentType(file.type).result(file.bytes);
        }
    }

    private static File load(String resource) {
        return new File(type(resource), read(resource));
    }

    private static byte[] read(String resource) {
        try (InputStream in = PageFiles.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new UserError(
                        UserError.UNAVAILABLE, "the page's file " + resource + " is missing from this installation");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String uplotVersion() {
        Properties properties = new Properties();
        try (InputStream in = PageFiles.class.getClassLoader().getResourceAsStream(WEBJAR)) {
            if (in == null) {
                throw new UserError(
                        UserError.UNAVAILABLE,
                        "the charts' library (uPlot's webjar) is missing from this installation");
            }
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.'))) {
            case ".html" -> "text/html; charset=utf-8";
            case ".css" -> "text/css; charset=utf-8";
            case ".js" -> "text/javascript; charset=utf-8";
            default -> "image/svg+xml";
        };
    }

    private static String digest(byte[] bytes) {
        try {
            byte[] sha = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(sha, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
