package io.ringtail.collectors.parse;

import io.ringtail.schemas.record.Direction;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an interrupt's action name says by its driver's habit: the last resort for finding the queue that an interrupt
 * serves. A name keeps the interface's name of the moment it was requested.
 *
 * @param driver the driver that names so; absent where several do
 * @param interfaceName interface in the name
 * @param device bus device in the name: a PCI address, or virtioN
 * @param direction direction of the queue; OTHER for configuration, events, management
 * @param queue queue number, or vector number where the driver numbers those
 */
public record ActionName(
        Optional<String> driver,
        Optional<String> interfaceName,
        Optional<String> device,
        Direction direction,
        OptionalInt queue) {

    private static final String PCI = "@pci:(?<device>[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])";
    private static final String VIRTIO = "(?<device>virtio\\d+)";
    private static final String INTEL = "(?:i40e|ice|iavf)-(?<interface>.+)";
    private static final String INTERFACE = "(?<interface>.+)";
    private static final String QUEUE = "(?<queue>\\d{1,5})";

    // One habit a line; the first that fits is taken.
    // spotless:off
    private static final List<Habit> HABITS = List.of(
            new Habit("mlx5_core", Direction.COMBINED, "mlx5_comp" + QUEUE + PCI),
            new Habit("mlx5_core", Direction.OTHER, "mlx5_\\w+" + PCI),
            new Habit("ena", Direction.OTHER, "ena-mgmnt" + PCI),
            new Habit("gve", Direction.COMBINED, "gve-ntfy-blk\\d+" + PCI),
            new Habit("gve", Direction.OTHER, "gve-mgmnt" + PCI),
            new Habit("mana", Direction.COMBINED, "mana_q" + QUEUE + PCI),
            new Habit("mana", Direction.OTHER, "mana_\\w+" + PCI),
            new Habit("virtio_net", Direction.RX, VIRTIO + "-input\\." + QUEUE),
            new Habit("virtio_net", Direction.TX, VIRTIO + "-output\\." + QUEUE),
            new Habit("", Direction.RX, VIRTIO + "-rx"),
            new Habit("", Direction.TX, VIRTIO + "-tx"),
            new Habit("", Direction.OTHER, VIRTIO + "-(?:config|control)"),
            new Habit("", Direction.COMBINED, INTEL + "-TxRx-" + QUEUE),
            new Habit("", Direction.RX, INTEL + "-rx-" + QUEUE),
            new Habit("", Direction.TX, INTEL + "-tx-" + QUEUE),
            new Habit("", Direction.COMBINED, INTERFACE + "-(?i:tx-?rx|rx-?tx)-" + QUEUE),
            new Habit("", Direction.RX, INTERFACE + "-(?i:rx)-" + QUEUE),
            new Habit("", Direction.TX, INTERFACE + "-(?i:tx)-" + QUEUE));
    // spotless:on

    /** What a name says, if it follows a known habit. */
    public static Optional<ActionName> parse(String name) {
        for (Habit habit : HABITS) {
            Matcher matcher = habit.pattern.matcher(name);
            if (matcher.matches()) {
                return Optional.of(habit.read(matcher));
            }
        }
        return Optional.empty();
    }

    private record Habit(Optional<String> driver, Direction direction, Pattern pattern) {
        Habit(String driver, Direction direction, String pattern) {
            this(Optional.of(driver).filter(name -> !name.isEmpty()), direction, Pattern.compile(pattern));
        }

        ActionName read(Matcher matcher) {
            return new ActionName(
                    driver,
                    group(matcher, "interface"),
                    group(matcher, "device"),
                    direction,
                    group(matcher, "queue")
                            .map(digits -> OptionalInt.of(Integer.parseInt(digits)))
                            .orElse(OptionalInt.empty()));
        }

        private Optional<String> group(Matcher matcher, String name) {
            return pattern.namedGroups().containsKey(name) ? Optional.of(matcher.group(name)) : Optional.empty();
        }
    }
}
