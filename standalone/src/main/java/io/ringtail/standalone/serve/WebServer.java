package io.ringtail.standalone.serve;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.util.JavalinBindException;
import io.javalin.util.JavalinException;
import io.ringtail.processors.history.HistoryException;
import io.ringtail.standalone.UserError;
import io.ringtail.standalone.metrics.Metrics;
import java.util.Optional;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The page, its live events, the history's and the schema registry's read side over HTTP. Start once, close once; all
 * it is given stays the caller's.
 */
public final class WebServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);
    private static final long IDLE_MS = 15_000;
    private static final long STOP_MS = 2_000;

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final WebConfig config;
    private final LiveModel model;
    private final Optional<HistoryReader> history;
    private final RegistryReader registry;
    private final Metrics metrics;
    private final LiveStream stream;
    private final PageFiles files = new PageFiles();
    private Javalin server;

    /**
     * Not started yet.
     *
     * @param config where to listen; checked here
     * @param model what the page shows: {@link LiveFeed#model()}
     * @param history history's queries; without them the endpoints that need them say so
     * @param registry the schemas' read side
     * @param metrics of this process
     * @throws UserError if the configuration cannot be served
     */
    public WebServer(
            WebConfig config,
            LiveModel model,
            Optional<HistoryReader> history,
            RegistryReader registry,
            Metrics metrics) {
        this.config = config.checked();
        this.model = model;
        this.history = history;
        this.registry = registry;
        this.metrics = metrics;
        this.stream = new LiveStream(model);
    }

    /**
     * Listens.
     *
     * @return this
     * @throws UserError if the port is taken or the address is not this machine's
     */
    public WebServer start() {
        Javalin javalin = Javalin.create(this::configure);
        try {
            server = javalin.start();
        } catch (JavalinBindException e) {
            throw refused(e);
        }
        LOG.info("page at {}", url());
        return this;
    }

    /** The port that it listens on. */
    public int port() {
        return server.port();
    }

    /** Where a browser finds the page; without the token. */
    public String url() {
        String host = config.loopback() ? "localhost" : config.bind();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + "/";
    }

    @Override
    public void close() {
        stream.close();
        if (server != null) {
            stop();
        }
    }

    private void stop() {
        try {
            server.stop();
        } catch (JavalinException e) {
            LOG.warn("requests that were still running are cut off: {}", e.getMessage());
        }
    }

    private UserError refused(JavalinBindException e) {
        LOG.debug("cannot listen", e);
        String where = config.bind() + " port " + config.port();
        return new UserError(
                UserError.UNAVAILABLE,
                "cannot listen on " + where + ": " + reason(e)
                        + "; choose another port with --port, or see who has it: ss" + " -ltnp 'sport = :"
                        + config.port() + "'");
    }

    private static String reason(JavalinBindException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("already in use") ? "another program has it" : message;
    }

    private void configure(JavalinConfig javalin) {
        javalin.startup.showJavalinBanner = false;
        javalin.startup.showOldJavalinVersionWarning = false;
        javalin.startup.startupWatcherEnabled = false;
        javalin.concurrency.useVirtualThreads = true;
        javalin.http.compressionStrategy = CompressionStrategy.GZIP;
        javalin.http.maxRequestSize = 1 << 20;
        javalin.jetty.host = config.bind();
        javalin.jetty.port = config.port();
        javalin.jetty.modifyServer(jetty -> jetty.setStopTimeout(STOP_MS));
        javalin.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
        javalin.jetty.addConnector(
                (jetty, http) -> connector(new ServerConnector(jetty, new HttpConnectionFactory(http))));
        routes(javalin.routes);
    }

    private ServerConnector connector(ServerConnector connector) {
        connector.setHost(config.bind());
        connector.setPort(config.port());
        connector.setIdleTimeout(IDLE_MS);
        return connector;
    }

    private void routes(RoutesConfig routes) {
        AccessToken token = new AccessToken(config.token());
        routes.before(WebServer::harden);
        routes.before(token::guard);
        routes.get("/", ctx -> files.serve(ctx, "index.html"));
        files.names().forEach(name -> routes.get("/" + name, ctx -> files.serve(ctx, name)));
        routes.get("/metrics", this::metrics);
        routes.get("/runbooks/{rule}", ctx -> files.runbook(ctx, ctx.pathParam("rule")));
        routes.get("/healthz", this::health);
        routes.get("/api/live", stream::serve);
        routes.get("/api/units", ctx -> json(ctx, Units.json()));
        routes.get("/api/paths", ctx -> json(ctx, model.array("path")));
        routes.get("/api/windows", ctx -> windows(ctx, QueryTimes.range(ctx)));
        routes.get("/api/changes", ctx -> changes(ctx, QueryTimes.range(ctx)));
        routes.get(
                "/api/report",
                ctx -> json(ctx, history().report(QueryTimes.last(ctx)).toString()));
        new RegistryRoutes(registry).add(routes);
        routes.exception(HttpResponseException.class, WebServer::problem);
        routes.exception(HistoryException.class, WebServer::away);
        routes.exception(Exception.class, WebServer::failed);
    }

    private static void harden(Context ctx) {
        ctx.header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cache-Control", "no-store");
    }

    private void health(Context ctx) {
        json(
                ctx,
                "{\"status\":\"up\",\"newestWindowMs\":" + model.newestWindowMs() + ",\"droppedWindows\":"
                        + model.droppedWindows() + "}");
    }

    private void metrics(Context ctx) {
        Metrics.Scrape scrape = metrics.scrape(ctx.header("Accept"));
        ctx.contentType(scrape.contentType()).result(scrape.text());
    }

    private HistoryReader history() {
        return history.orElseThrow(() -> new HttpResponseException(
                HttpStatus.SERVICE_UNAVAILABLE.getCode(), "no history is configured for this server"));
    }

    private void windows(Context ctx, QueryTimes times) {
        Optional<String> path = Optional.ofNullable(ctx.queryParam("path"));
        json(ctx, history().windows(path, times.from(), times.to()).toString());
    }

    private void changes(Context ctx, QueryTimes times) {
        json(ctx, history().changes(times.from(), times.to()).toString());
    }

    private static void json(Context ctx, String body) {
        ctx.contentType("application/json").result(body);
    }

    private static void problem(HttpResponseException e, Context ctx) {
        ctx.status(e.getStatus());
        json(
                ctx,
                Json.object()
                        .put("error_code", e.getStatus())
                        .put("message", e.getMessage())
                        .toString());
    }

    private static void away(HistoryException e, Context ctx) {
        problem(new HttpResponseException(HttpStatus.SERVICE_UNAVAILABLE.getCode(), e.getMessage()), ctx);
    }

    private static void failed(Exception e, Context ctx) {
        LOG.warn("{} {} failed", ctx.method(), ctx.path(), e);
        ctx.status(HttpStatus.INTERNAL_SERVER_ERROR);
        json(ctx, "{\"error_code\":500,\"message\":\"failed; the reason is in the log of ringtail\"}");
    }
}
