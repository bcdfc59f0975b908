package io.ringtail.processors.analysis.accounts;

import java.util.List;

/**
 * Where the time of one round trip goes: mean = CPU of the prober + CPU of the responder + wire + rest.
 *
 * @param meanNs mean round trip, ns
 * @param proberCpuNs CPU time of the prober's host per transaction, ns
 * @param responderCpuNs CPU time of the responder's host per transaction, ns
 * @param wireNs time of both frames on the links, ns; null where a link's speed is not known, then it is in the rest
 * @param restNs what is not accounted for, ns; below 0 where CPU time was not serial
 * @param timer what the rest looks like, in words, where it looks like an interrupt timer; null otherwise
 * @param remarks what to know before using it
 */
public record Accounts(
        double meanNs,
        double proberCpuNs,
        double responderCpuNs,
        Double wireNs,
        double restNs,
        String timer,
        List<String> remarks) {
    /** The rest as a share of the round trip. */
    public double restShare() {
        return restNs / meanNs;
    }
}
