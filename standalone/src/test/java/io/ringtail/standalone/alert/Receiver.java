package io.ringtail.standalone.alert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A webhook's receiver: keeps what it got, and answers as it is told, 200 otherwise. Thread safe. */
final class Receiver implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final List<Got> got = new CopyOnWriteArrayList<>();
    private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();

    /** A request. */
    record Got(JsonNode body, String text, String transition, String signature, String authorization) {}

    Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::take);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
    }

    /** The next answers. */
    void answer(int... statuses) {
        for (int status : statuses) {
            answers.add(status);
        }
    }

    List<Got> got() {
        return List.copyOf(got);
    }

    /** Notifications, as an Alertmanager sends them, about an alert's subject. */
    List<JsonNode> notifications(Predicate<JsonNode> of) {
        return got.stream()
                .flatMap(each -> each.body().path("alerts").valueStream())
                .filter(of)
                .toList();
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] bytes = exchange.getRequestBody().readAllBytes();
        got.add(new Got(
                JSON.readTree(bytes),
                new String(bytes, StandardCharsets.UTF_8),
                exchange.getRequestHeaders().getFirst(WebhookSender.TRANSITION),
                exchange.getRequestHeaders().getFirst(WebhookSender.SIGNATURE),
                exchange.getRequestHeaders().getFirst("Authorization")));
        Integer status = answers.poll();
        exchange.sendResponseHeaders(status == null ? 200 : status, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
