package io.ringtail.standalone.alert;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;

/** Posts JSON, without ever blocking its caller. Thread safe. */
final class Http implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final int LONGEST = 200;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();

    private final AtomicLong failed = new AtomicLong();

    /**
     * What came of a request.
     *
     * @param status HTTP status; 0 where there was no answer
     * @param trouble what went wrong, for people; null for nothing
     */
    record Answer(int status, String trouble) {
        /** Whether it was taken. */
        boolean taken() {
            return trouble == null;
        }

        /** Whether it will never be taken, however often it is sent. */
        boolean refused() {
            return status >= 400 && status < 500 && status != 408 && status != 429;
        }
    }

    /** Posts; never completes exceptionally. A user and password in the address become basic authentication. */
    CompletableFuture<Answer> post(URI address, byte[] json, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(withoutUser(address))
                .timeout(ANSWER)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(json));
        headers.forEach(request::header);
        if (address.getRawUserInfo() != null) {
            request.header("Authorization", "Basic " + base64(address.getUserInfo()));
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(Http::answer)
                .exceptionally(Http::noAnswer)
                .whenComplete((answer, none) -> failed.addAndGet(answer.taken() ? 0 : 1));
    }

    /** Posts that were not taken. */
    long failed() {
        return failed.get();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    /** An address as it may be shown: without user and password. */
    static URI withoutUser(URI address) {
        String text = address.toString();
        return address.getRawUserInfo() == null
                ? address
                : URI.create(text.replace(address.getRawUserInfo() + "@", ""));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Answer answer(HttpResponse<String> response) {
        int status = response.statusCode();
        if (status >= 200 && status < 300) {
            return new Answer(status, null);
        }
        String body = response.body().strip();
        String told = body.length() > LONGEST ? body.substring(0, LONGEST) + " ..." : body;
        return new Answer(status, "HTTP " + status + (told.isEmpty() ? "" : ": " + told));
    }

    private static Answer noAnswer(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        String message = cause.getMessage();
        return new Answer(
                0, cause.getClass().getSimpleName() + (message == null || message.isBlank() ? "" : ": " + message));
    }
}
