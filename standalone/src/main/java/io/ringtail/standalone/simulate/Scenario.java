package io.ringtail.standalone.simulate;

import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.standalone.simulate.model.Parameter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is simulated.
 *
 * @param name its name
 * @param about what it shows, for people
 * @param seed of everything that is drawn
 * @param duration of simulated time
 * @param hosts the hosts by their names
 * @param paths who measures what
 * @param changes what changes when, in the order of time
 * @param truth what values of settings do beyond what the model knows by itself: setting, value, parameters
 */
public record Scenario(
        String name,
        String about,
        long seed,
        Duration duration,
        Map<String, Host> hosts,
        List<PathOf> paths,
        List<Step> changes,
        Map<String, Map<String, Map<Parameter, Double>>> truth) {

    /**
     * A host.
     *
     * @param iface name of its interface
     * @param knobs settings that are not the usual ones, by their names in the knob catalogue
     * @param model parameters that are not the usual ones
     */
    public record Host(String iface, Map<String, String> knobs, Map<Parameter, Double> model) {}

    /**
     * A path.
     *
     * @param probeName name of the probe
     * @param prober host that sends the requests
     * @param responder host that replies
     * @param kind kind of probe
     * @param requestBytes payload of a request
     * @param responseBytes payload of a reply
     * @param sessions requests outstanding at once in a closed loop
     * @param ratePerSecond of an open loop; 0 for a closed one
     * @param think pause of a closed loop between bursts
     * @param burst requests one after the other between pauses
     */
    public record PathOf(
            String probeName,
            String prober,
            String responder,
            ProbeKind kind,
            int requestBytes,
            int responseBytes,
            int sessions,
            int ratePerSecond,
            Duration think,
            int burst) {}

    /**
     * Something that changes.
     *
     * @param at when, from the start
     * @param hosts on which hosts
     * @param knobs settings, which agents see
     * @param model parameters, which nobody sees
     */
    public record Step(Duration at, List<String> hosts, Map<String, String> knobs, Map<Parameter, Double> model) {}

    /** The same with another seed. */
    public Scenario seeded(long other) {
        return new Scenario(name, about, other, duration, hosts, paths, changes, truth);
    }

    /** The same for so long. */
    public Scenario lasting(Duration other) {
        return new Scenario(name, about, seed, other, hosts, paths, changes, truth);
    }

    /** As many copies of all hosts and paths as it takes to have at least so many hosts; each with a number. */
    public Scenario copied(int atLeastHosts) {
        int copies = Math.ceilDiv(atLeastHosts, hosts.size());
        Map<String, Host> allHosts = new LinkedHashMap<>();
        List<PathOf> allPaths = new ArrayList<>();
        List<Step> allChanges = new ArrayList<>();
        for (int copy = 1; copy <= copies; copy++) {
            int number = copy;
            hosts.forEach((host, spec) -> allHosts.put(numbered(host, number), spec));
            paths.forEach(path -> allPaths.add(copy(path, number)));
        }
        for (Step change : changes) {
            List<String> where = new ArrayList<>();
            for (int copy = 1; copy <= copies; copy++) {
                int number = copy;
                change.hosts.forEach(host -> where.add(numbered(host, number)));
            }
            allChanges.add(new Step(change.at, where, change.knobs, change.model));
        }
        return new Scenario(name, about, seed, duration, allHosts, allPaths, allChanges, truth);
    }

    private static PathOf copy(PathOf path, int number) {
        return new PathOf(
                path.probeName,
                numbered(path.prober, number),
                numbered(path.responder, number),
                path.kind,
                path.requestBytes,
                path.responseBytes,
                path.sessions,
                path.ratePerSecond,
                path.think,
                path.burst);
    }

    private static String numbered(String host, int number) {
        return String.format(Locale.ROOT, "%s-%03d", host, number);
    }
}
