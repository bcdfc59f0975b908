package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.XskSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * How the AF_XDP sockets of each interface were bound, as settings of an object {@code xsk:INTERFACE}. Owned by the
 * source's thread.
 */
final class XskSettings {
    private static final Duration RESTATE = Duration.ofSeconds(60);

    private final Map<String, SettingsJournal> journals = new HashMap<>();

    /** Tells what is new, and what is gone, of the sockets of this read. */
    void read(List<XskSocket> sockets, Reading reading) {
        Map<String, Map<SettingsObject, SettingList>> found = new HashMap<>();
        for (XskSocket socket : sockets) {
            if (socket.getInterface$() != null && socket.getQueue() != null) {
                add(socket, found);
            }
        }
        Set<String> namespaces = new HashSet<>(journals.keySet());
        namespaces.addAll(found.keySet());
        namespaces.forEach(netns -> tell(netns, found.getOrDefault(netns, Map.of()), reading));
    }

    private static void add(XskSocket socket, Map<String, Map<SettingsObject, SettingList>> found) {
        SettingList list = found.computeIfAbsent(socket.getNetns(), _ -> new TreeMap<>(SettingsObject.BY_NAME))
                .computeIfAbsent(SettingsObject.ofXsk(socket.getInterface$()), _ -> new SettingList());
        String queue = "xsk-" + socket.getQueue();
        list.add("xsk.enabled-need-wakeup", queue, flag(socket.getNeedWakeup()));
        list.add("xsk.zerocopy", queue, flag(socket.getZeroCopy()));
    }

    private void tell(String netns, Map<SettingsObject, SettingList> found, Reading reading) {
        SettingsJournal journal = journals.computeIfAbsent(netns, _ -> new SettingsJournal(RESTATE));
        Reading there = new There(reading, netns);
        found.forEach((object, list) -> journal.observe(object, distinct(list.sorted()), false, there));
        journal.retain(found.keySet(), Set.of(), there);
    }

    /** Several sockets on one queue share its memory and how it was bound: the first speaks. */
    private static List<Setting> distinct(List<Setting> sorted) {
        List<Setting> all = new ArrayList<>();
        for (Setting setting : sorted) {
            Setting last = all.isEmpty() ? null : all.getLast();
            boolean again = last != null
                    && last.getName().equals(setting.getName())
                    && last.getQueue().equals(setting.getQueue());
            if (!again) {
                all.add(setting);
            }
        }
        return all;
    }

    private static Fact flag(Boolean on) {
        return on == null ? Fact.absent("denied") : Fact.flag(on);
    }

    /** A read whose records come from another network namespace. */
    private record There(Reading here, String netns) implements Reading {
        @Override
        public long epochNs() {
            return here.epochNs();
        }

        @Override
        public long monoNs() {
            return here.monoNs();
        }

        @Override
        public Origin origin() {
            return Origin.newBuilder(here.origin()).setNetns(netns).build();
        }

        @Override
        public void emit(SpecificRecord record) {
            here.emit(record);
        }

        @Override
        public void degraded(String what, String reason) {
            here.degraded(what, reason);
        }

        @Override
        public void skipped(long count) {
            here.skipped(count);
        }
    }
}
