package io.ringtail.standalone.serve;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.HttpStatus;
import io.javalin.http.SameSite;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Who may ask. With a token: whoever shows it as a bearer, as the password of basic authentication (stock registry
 * clients know no other), or once as {@code ?token=}, which leaves a cookie. Without one the server is on loopback, and
 * only requests that name a loopback host are answered, so that no foreign page reaches it through a rebound name.
 *
 * <p>Immutable, thread safe. Compares in constant time.
 */
final class AccessToken {
    private static final String COOKIE = "ringtail";
    private static final Set<String> LOOPBACK_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Optional<byte[]> token;
    private final String cookie;

    AccessToken(Optional<String> token) {
        this.token = token.map(text -> text.getBytes(StandardCharsets.UTF_8));
        this.cookie = token.map(text -> HexFormat.of().formatHex(sha256("cookie:" + text)))
                .orElse("");
    }

    /** Answers the request itself, and skips the rest, when it may not go on. */
    void guard(Context ctx) {
        if (token.isEmpty()) {
            requireLoopbackName(ctx);
        } else if (shownInQuery(ctx)) {
            leaveCookie(ctx);
        } else if (!shownInHeader(ctx) && !shownInCookie(ctx)) {
            refuse(ctx);
        }
    }

    private static void requireLoopbackName(Context ctx) {
        String host = Optional.ofNullable(ctx.header("Host")).orElse("").toLowerCase(Locale.ROOT);
        String name = host.replaceFirst(":\\d+$", "");
        if (!LOOPBACK_HOSTS.contains(name) && !name.matches("127(\\.\\d{1,3}){3}") && !name.endsWith(".localhost")) {
            ctx.status(HttpStatus.MISDIRECTED_REQUEST)
                    .result(
                            "This page answers to localhost only; to reach it by another name, start it with a token.\n")
                    .skipRemainingHandlers();
        }
    }

    private boolean shownInQuery(Context ctx) {
        return ctx.queryParam("token") != null && equal(ctx.queryParam("token"));
    }

    private boolean shownInHeader(Context ctx) {
        String header = Optional.ofNullable(ctx.header("Authorization")).orElse("");
        if (header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return equal(header.substring(7).trim());
        }
        return header.regionMatches(true, 0, "Basic ", 0, 6)
                && equal(password(header.substring(6).trim()));
    }

    private static String password(String credentials) {
        try {
            String pair = new String(Base64.getDecoder().decode(credentials), StandardCharsets.UTF_8);
            return pair.substring(pair.indexOf(':') + 1);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private boolean shownInCookie(Context ctx) {
        String shown = ctx.cookie(COOKIE);
        return shown != null
                && MessageDigest.isEqual(
                        shown.getBytes(StandardCharsets.UTF_8), cookie.getBytes(StandardCharsets.UTF_8));
    }

    private boolean equal(String shown) {
        return MessageDigest.isEqual(shown.getBytes(StandardCharsets.UTF_8), token.orElseThrow());
    }

    private void leaveCookie(Context ctx) {
        ctx.cookie(new Cookie(COOKIE, cookie, "/", -1, false, true, null, SameSite.LAX));
        if (ctx.path().equals("/")) {
            ctx.redirect("/", HttpStatus.SEE_OTHER);
            ctx.skipRemainingHandlers();
        }
    }

    private static void refuse(Context ctx) {
        ctx.status(HttpStatus.UNAUTHORIZED)
                .header("WWW-Authenticate", "Bearer realm=\"ringtail\"")
                .result(
                        "A token is needed: open this page once with ?token=TOKEN, or send 'Authorization: Bearer TOKEN'.\n")
                .skipRemainingHandlers();
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
