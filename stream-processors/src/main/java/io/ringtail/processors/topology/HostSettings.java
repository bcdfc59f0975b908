package io.ringtail.processors.topology;

import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.SettingsPart;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Versions of the settings of each object of a host: the latest to compare with, the older ones for paths that become
 * known later, so that they never get settings of the future. Owned by the stream's thread.
 */
final class HostSettings {
    private static final StringSerializer KEY = new StringSerializer();
    private static final String LATEST = "latest";
    private static final String VERSION = "version";
    private static final int MOST_VERSIONS = 64;

    private final KeyValueStore<String, SettingsPart> store;

    HostSettings(KeyValueStore<String, SettingsPart> store) {
        this.store = store;
    }

    /** The version that arrived last; null before the first. */
    SettingsPart latest(String host, Settings settings) {
        return latest(host, netns(settings), settings.getObject());
    }

    /** The same of an object by its name. */
    SettingsPart latest(String host, String netns, String object) {
        return store.get(Keys.of(LATEST, host, netns, object));
    }

    /** Remembers that the latest version was seen again. */
    void seen(String host, SettingsPart version) {
        Settings settings = version.getSettings();
        store.put(Keys.of(LATEST, host, netns(settings), settings.getObject()), version);
    }

    /** Remembers a new version. */
    void add(String host, SettingsPart version) {
        Settings settings = version.getSettings();
        seen(host, version);
        String prefix = Keys.prefix(VERSION, host, netns(settings), settings.getObject());
        store.put(prefix + Keys.moment(version.getPlacedEpochNs()), version);
        List<KeyValue<String, SettingsPart>> all = scan(prefix);
        all.stream().limit(Math.max(0, all.size() - MOST_VERSIONS)).forEach(each -> store.delete(each.key));
    }

    /** All versions of all objects of a host, each object's in the order of time. */
    List<SettingsPart> all(String host) {
        return scan(Keys.prefix(VERSION, host)).stream().map(each -> each.value).toList();
    }

    /** Forgets an object that is gone for good. */
    void forget(String host, String netns, String object) {
        store.delete(Keys.of(LATEST, host, netns, object));
        scan(Keys.prefix(VERSION, host, netns, object)).forEach(each -> store.delete(each.key));
    }

    private List<KeyValue<String, SettingsPart>> scan(String prefix) {
        List<KeyValue<String, SettingsPart>> all = new ArrayList<>();
        try (KeyValueIterator<String, SettingsPart> found = store.prefixScan(prefix, KEY)) {
            found.forEachRemaining(all::add);
        }
        return all;
    }

    private static String netns(Settings settings) {
        return settings.getOrigin().getNetns();
    }
}
