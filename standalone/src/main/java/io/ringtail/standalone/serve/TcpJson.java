package io.ringtail.standalone.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.schemas.record.Tcp;
import io.ringtail.schemas.record.TcpGroup;

/** The kernel's estimates of TCP round trips as the page wants them: ns, and rates per second; absent is left out. */
final class TcpJson {
    private TcpJson() {}

    static ObjectNode of(Tcp tcp) {
        ObjectNode node = Json.object()
                .put("host", tcp.getOrigin().getHost())
                .put("netns", tcp.getOrigin().getNetns())
                .put("at", Json.madeMs(tcp.getOrigin()))
                .put("sim", tcp.getOrigin().getSimulated())
                .put("by", tcp.getGroupedBy().name())
                .put("connections", tcp.getConnections())
                .put("leftOut", tcp.getGroupsLeftOut());
        node.set("groups", Json.list(tcp.getGroups(), group -> group(group, tcp.getIntervalNs())));
        return node;
    }

    private static ObjectNode group(TcpGroup group, long intervalNs) {
        ObjectNode node = Json.object().put("name", group.getName()).put("connections", group.getConnections());
        Json.put(node, "rtt", group.getSmoothedRttMeanNs());
        Json.put(node, "rttMax", group.getSmoothedRttMaxNs());
        Json.put(node, "min", group.getMinRttNs());
        Json.put(node, "retransmits", Json.perSecond(group.getRetransmits(), intervalNs));
        return node;
    }
}
