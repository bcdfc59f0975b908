package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.InetSocket;

/**
 * How a probe's flow is served on the prober's side.
 *
 * @param localPort its source port; 0 for ICMP
 * @param napiId NAPI instance by which its last packet came, which names the receive queue; 0 where none is known
 * @param cpu CPU that handled that packet; -1 where none is known
 */
public record Flow(int localPort, int napiId, int cpu) {
    static Flow of(InetSocket socket) {
        return new Flow(socket.local().getPort(), socket.incomingNapiId(), socket.incomingCpu());
    }
}
