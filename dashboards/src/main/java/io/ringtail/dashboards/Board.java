package io.ringtail.dashboards;

import io.ringtail.dashboards.panel.Panel;
import java.util.List;

/** One board. */
public interface Board {
    /** Fixed, at most 40 characters: links and provisioning go by it. */
    String uid();

    /** Title, unique among the boards. */
    String title();

    /** What it answers, one sentence. */
    String description();

    /** Start of the time shown, as {@code now-15m}. */
    String from();

    /** How often it asks anew; empty for never by itself. */
    String refresh();

    /** What a viewer chooses. */
    List<Variable> variables();

    /** Marks over its panels. */
    List<Annotation> annotations();

    /** Its panels, in rows of 24 columns from the top left. */
    List<Panel> panels();
}
