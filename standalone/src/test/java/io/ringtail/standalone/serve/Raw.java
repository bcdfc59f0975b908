package io.ringtail.standalone.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A request with headers that HTTP clients do not let one set. */
final class Raw {
    private static final int TIMEOUT_MS = 10_000;

    private Raw() {}

    /** The whole answer. */
    static String get(int port, String path, String header) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MS);
            String request = "GET " + path + " HTTP/1.1\r\n" + header + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
