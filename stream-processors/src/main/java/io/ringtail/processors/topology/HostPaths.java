package io.ringtail.processors.topology;

import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.PathRegistration;
import io.ringtail.schemas.record.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Which paths have an end at which host. Owned by the stream's thread. */
final class HostPaths {
    private static final StringSerializer KEY = new StringSerializer();

    private final KeyValueStore<String, PathRegistration> store;

    HostPaths(KeyValueStore<String, PathRegistration> store) {
        this.store = store;
    }

    /** Remembers it; true when it was not known. */
    boolean add(String host, PathRegistration registration) {
        String key =
                Keys.of(host, registration.getPathId(), registration.getEnd().name());
        PathRegistration before = store.get(key);
        store.put(key, registration);
        return before == null;
    }

    /** All of a host, in the order of their ids. */
    List<PathRegistration> of(String host) {
        List<PathRegistration> all = new ArrayList<>();
        try (KeyValueIterator<String, PathRegistration> found = store.prefixScan(Keys.prefix(host), KEY)) {
            found.forEachRemaining(each -> all.add(each.value));
        }
        return all;
    }

    /** Forgets the paths of a host that were last seen before a moment. */
    void forgetBefore(String host, long epochNs) {
        List<String> old = new ArrayList<>();
        try (KeyValueIterator<String, PathRegistration> found = store.prefixScan(Keys.prefix(host), KEY)) {
            while (found.hasNext()) {
                KeyValue<String, PathRegistration> each = found.next();
                if (each.value.getSeenEpochNs() < epochNs) {
                    old.add(each.key);
                }
            }
        }
        old.forEach(store::delete);
    }

    /** Network namespace of the end that a registration is of. */
    static String netns(PathRegistration registration) {
        Path path = registration.getPath();
        return registration.getEnd() == End.PROBER ? path.getProberNetns() : path.getResponderNetns();
    }

    /** Interface of the end that a registration is of. */
    static String iface(PathRegistration registration) {
        Path path = registration.getPath();
        return registration.getEnd() == End.PROBER ? path.getProberInterface() : path.getResponderInterface();
    }

    /** Whether an end of a path is this interface. */
    static boolean isEnd(PathRegistration registration, String netns, String iface) {
        return netns(registration).equals(netns) && iface(registration).equals(iface);
    }

    /** Whether settings belong to an end of a path: to its interface or to one below it, too. */
    static boolean belongs(PathRegistration registration, Settings settings, Set<String> below) {
        boolean prober = registration.getEnd() == End.PROBER;
        String iface = iface(registration);
        boolean sameNetns = netns(registration).equals(settings.getOrigin().getNetns());
        return switch (settings.getObjectKind()) {
            case HOST -> true;
            case NETNS -> sameNetns;
            case INTERFACE ->
                sameNetns && (iface.equals(settings.getInterface$()) || below.contains(settings.getInterface$()));
            case PROBE -> prober && sameNetns && settings.getObject().equals("probe:" + registration.getProbeName());
            case REFLECTOR ->
                !prober
                        && sameNetns
                        && (settings.getInterface$() == null || Objects.equals(iface, settings.getInterface$()));
        };
    }
}
