package io.ringtail.collectors.linux;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A generic netlink family as this kernel numbers it.
 *
 * @param id message type of its requests
 * @param groups multicast groups by name
 */
record GenericFamily(int id, Map<String, Integer> groups) {
    private static final int CONTROLLER = 16;
    private static final int GETFAMILY = 3;
    private static final int FAMILY_ID = 1;
    private static final int FAMILY_NAME = 2;
    private static final int MULTICAST_GROUPS = 7;
    private static final int GROUP_NAME = 1;
    private static final int GROUP_ID = 2;

    /** Looks a family up; absent if this kernel does not have it. */
    static Optional<GenericFamily> find(NetlinkSocket socket, String name) {
        NetlinkRequest request =
                NetlinkRequest.generic(CONTROLLER, GETFAMILY, 0).text(FAMILY_NAME, name);
        try {
            return decode(socket.request("generic netlink family " + name, request));
        } catch (Errno e) {
            if (e.number() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The family in the controller's answer; never throws. */
    static Optional<GenericFamily> decode(List<NetlinkMessage> answer) {
        return answer.stream().findFirst().flatMap(GenericFamily::decode);
    }

    private static Optional<GenericFamily> decode(NetlinkMessage message) {
        Attributes family = message.attributes(NetlinkLayout.GENLMSGHDR);
        return family.number(FAMILY_ID).isEmpty()
                ? Optional.empty()
                : Optional.of(new GenericFamily((int) family.number(FAMILY_ID).getAsLong(), groups(family)));
    }

    private static Map<String, Integer> groups(Attributes family) {
        return family.nest(MULTICAST_GROUPS).nests().stream()
                .filter(group -> group.number(GROUP_ID).isPresent())
                .collect(Collectors.toMap(
                        group -> group.text(GROUP_NAME).orElse(""),
                        group -> (int) group.number(GROUP_ID).getAsLong(),
                        (first, second) -> first));
    }
}
