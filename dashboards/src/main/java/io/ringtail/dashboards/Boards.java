package io.ringtail.dashboards;

import io.ringtail.dashboards.board.AfXdp;
import io.ringtail.dashboards.board.HostSettings;
import io.ringtail.dashboards.board.InterruptsAndRings;
import io.ringtail.dashboards.board.RingtailItself;
import io.ringtail.dashboards.board.TailNow;
import io.ringtail.dashboards.board.WhatMovedTheTail;
import java.util.List;

/** The catalogue of boards, one line each. */
public final class Boards {
    private static final List<Board> ALL = List.of(
            new TailNow(),
            new WhatMovedTheTail(),
            new InterruptsAndRings(),
            new AfXdp(),
            new HostSettings(),
            new RingtailItself());

    private Boards() {}

    /** All boards. */
    public static List<Board> all() {
        return ALL;
    }
}
