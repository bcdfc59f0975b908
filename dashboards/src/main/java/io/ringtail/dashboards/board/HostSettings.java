package io.ringtail.dashboards.board;

import io.ringtail.dashboards.Annotation;
import io.ringtail.dashboards.Board;
import io.ringtail.dashboards.Query;
import io.ringtail.dashboards.Variable;
import io.ringtail.dashboards.panel.Panel;
import io.ringtail.dashboards.panel.TablePanel;
import java.util.List;

/** Settings across the fleet. */
public final class HostSettings implements Board {
    private static final Variable SETTING = new Variable(
            "setting", "Setting", "SELECT DISTINCT name AS __text, name AS __value FROM settings ORDER BY __text");

    /** What holds now, of everything that is there. */
    private static final String NOW = "(SELECT ts, host, netns, object, name, queue, value, unit, absence FROM settings"
            + " WHERE name = ${setting:sqlstring} LATEST ON ts PARTITION BY host, netns, object, name, queue)"
            + " WHERE absence IS NULL OR absence <> 'gone'";

    @Override
    public String uid() {
        return "ringtail-host-settings";
    }

    @Override
    public String title() {
        return "Ringtail: host settings";
    }

    @Override
    public String description() {
        return "One setting across the fleet: which values there are, who differs, what was changed.";
    }

    @Override
    public String from() {
        return "now-7d";
    }

    @Override
    public String refresh() {
        return "";
    }

    @Override
    public List<Variable> variables() {
        return List.of(SETTING);
    }

    @Override
    public List<Annotation> annotations() {
        return List.of();
    }

    @Override
    public List<Panel> panels() {
        return List.of(
                new TablePanel(
                                "Which values does the fleet have?",
                                "Objects (interfaces, hosts, queues) by the value in force now, the most common first.",
                                Query.table(
                                        "SELECT coalesce(value, concat('not known: ', absence)) AS setting_value, unit,"
                                                + " count() AS objects, count_distinct(host) AS hosts FROM " + NOW
                                                + " GROUP BY setting_value, unit ORDER BY objects DESC LIMIT 500"))
                        .size(8, 12),
                new TablePanel(
                                "Who has which value, since when?",
                                "Every object that has the setting; filter the column to see who differs. since is the first"
                                        + " read that found the value.",
                                Query.table("SELECT host, netns, object, queue, value, unit, absence, ts AS since FROM "
                                        + NOW + " ORDER BY value, host, object, queue LIMIT 5000"))
                        .size(16, 12),
                new TablePanel(
                                "Who changed it?",
                                "Changes of the setting in the time shown, the newest first. The change lies between not_before"
                                        + " and time.",
                                Query.table("SELECT ts AS \"time\", from_ts AS not_before, host, netns, object, queue,"
                                        + " old_value, new_value, unit, trigger FROM changes WHERE $__timeFilter(ts) AND name ="
                                        + " ${setting:sqlstring} ORDER BY ts DESC LIMIT 1000"))
                        .size(24, 10));
    }
}
