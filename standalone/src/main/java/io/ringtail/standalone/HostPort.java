package io.ringtail.standalone;

/**
 * An address and a port as one writes them: {@code 10.0.0.2:7411}, {@code [fd00::1]:7411}.
 *
 * @param host name or address, without brackets
 * @param port port, 0 to 65535
 */
record HostPort(String host, int port) {
    /**
     * Reads one.
     *
     * @param option the option to name in the message
     */
    static HostPort parse(String text, String option) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[|]$", "");
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (!host.isEmpty() && port >= 0 && port <= 65_535) {
                return new HostPort(host, port);
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new UserError(
                UserError.CONFIG,
                "'" + text + "' is not an address and a port: write " + option + " HOST:PORT, e.g. 0.0.0.0:7411");
    }
}
