package io.ringtail.collectors.linux;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A network interface as rtnetlink tells it.
 *
 * @param ifindex its number in its network namespace; stays when it is renamed
 * @param name its name
 * @param kind veth, tun, bond ...; absent for a plain device
 * @param up whether it is set up (IFF_UP)
 * @param operstate up, down, lowerlayerdown ...
 * @param mtu Unit: bytes
 * @param txqlen length of the transmit queue. Unit: packets
 * @param qdisc root queueing discipline
 * @param master ifindex of the bond, bridge ... that it belongs to
 * @param lower ifindex of the device that it sits on, or of the peer
 * @param xdp the XDP program on it
 */
public record Link(
        int ifindex,
        String name,
        Optional<String> kind,
        boolean up,
        String operstate,
        OptionalLong mtu,
        OptionalLong txqlen,
        Optional<String> qdisc,
        OptionalInt master,
        OptionalInt lower,
        Optional<Xdp> xdp) {
    /**
     * An XDP program on an interface.
     *
     * @param programId the kernel's number of the program
     * @param mode drv, skb, hw, or multi when several are on it
     */
    public record Xdp(long programId, String mode) {}
}
