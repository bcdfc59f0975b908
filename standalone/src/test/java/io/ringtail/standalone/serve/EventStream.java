package io.ringtail.standalone.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/** A client of the live events, as a browser is one. */
final class EventStream implements AutoCloseable {
    private final BufferedReader lines;
    private String lastId = "";

    /** One event. */
    record Event(String name, String data) {}

    EventStream(Http http, String resumeAt) throws IOException, InterruptedException {
        var request = http.request("/api/live");
        if (!resumeAt.isEmpty()) {
            request.header("Last-Event-ID", resumeAt);
        }
        HttpResponse<InputStream> response = http.client().send(request.build(), BodyHandlers.ofInputStream());
        this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    /** The next event of this name; others are passed over. */
    Event next(String name) throws IOException {
        Event event = next();
        while (!event.name.equals(name)) {
            event = next();
        }
        return event;
    }

    /** What a browser would resume with. */
    String lastId() {
        return lastId;
    }

    private Event next() throws IOException {
        String name = "";
        StringBuilder data = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isEmpty() && !data.isEmpty()) {
                return new Event(name, data.toString());
            } else if (line.startsWith("id: ")) {
                lastId = line.substring(4);
            } else if (line.startsWith("event: ")) {
                name = line.substring(7);
            } else if (line.startsWith("data: ")) {
                data.append(line.substring(6));
            }
        }
        throw new IOException("the stream ended");
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
