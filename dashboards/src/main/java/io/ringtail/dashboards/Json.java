package io.ringtail.dashboards;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON that all of it shares. */
public final class Json {
    private Json() {}

    /** An empty object; keys stay in the order in which they are put. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** The one data source, as the board's variable has it. */
    public static ObjectNode datasource() {
        return object().put("type", "grafana-postgresql-datasource").put("uid", "${datasource}");
    }
}
