package io.ringtail.collectors.driver;

import io.ringtail.schemas.record.Direction;
import java.util.Optional;

/**
 * What one of a driver's statistics is.
 *
 * @param scope what it is counted for
 * @param direction of the queue; OTHER for the device's
 * @param number of the queue, ring or CPU; 0 for the device's
 * @param name the driver's name without what the fields before say, or the canonical one where the driver's is that
 * @param canonical the name of the knob catalogue (after {@code queue.} or {@code interface.}); absent where it has none
 * @param part whether it is one of several that make the canonical one together
 */
public record Statistic(
        Scope scope, Direction direction, int number, String name, Optional<String> canonical, boolean part) {}
