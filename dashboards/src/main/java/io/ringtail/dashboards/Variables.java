package io.ringtail.dashboards;

/** What several boards let a viewer choose. */
public final class Variables {
    /** A path, by its label; its value is the path's id. */
    public static final Variable PATH = new Variable(
            "path",
            "Path",
            "SELECT label AS __text, path_id AS __value FROM windows LATEST ON ts PARTITION BY path_id ORDER BY __text");

    /** A host with an agent. */
    public static final Variable HOST = new Variable(
            "host", "Host", "SELECT DISTINCT host AS __text, host AS __value FROM settings ORDER BY __text");

    /** An interface of the chosen host. */
    public static final Variable INTERFACE = new Variable(
            "interface",
            "Interface",
            "SELECT DISTINCT interface AS __text, interface AS __value FROM gauges WHERE $__timeFilter(ts)"
                    + " AND host = ${host:sqlstring} AND interface IS NOT NULL ORDER BY __text");

    /** A condition on the chosen path. */
    public static final String OF_PATH = "path_id = ${path:sqlstring}";

    /** A condition on the chosen host. */
    public static final String OF_HOST = "host = ${host:sqlstring}";

    /** A condition on the chosen interface of the chosen host. */
    public static final String OF_INTERFACE = OF_HOST + " AND interface = ${interface:sqlstring}";

    private Variables() {}
}
