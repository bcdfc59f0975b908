package io.ringtail.processors.analysis;

import io.ringtail.schemas.record.End;

/**
 * How far the clocks of a path's ends are ahead of a window's time line: end's time = window's time + shift.
 *
 * @param proberNs of the prober
 * @param responderNs of the responder
 */
public record EndShifts(long proberNs, long responderNs) {
    /** The shift of an end. Unit: ns. */
    public long of(End end) {
        return end == End.PROBER ? proberNs : responderNs;
    }
}
