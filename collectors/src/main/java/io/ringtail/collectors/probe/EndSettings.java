package io.ringtail.collectors.probe;

import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Settings records of a probe or reflector: they are fixed while it runs, so a run has one snapshot to restate. */
final class EndSettings {
    private final ObjectKind kind;
    private final String object;
    private final String networkInterface;
    private final SortedMap<String, String> values;
    private Long previousReadEpochNs;

    EndSettings(ObjectKind kind, String object, String networkInterface, Map<String, String> values) {
        this.kind = kind;
        this.object = object;
        this.networkInterface = networkInterface;
        this.values = new TreeMap<>(values);
    }

    /** The snapshot again: the first is a START, later ones restate. */
    synchronized Settings snapshot(Origin origin) {
        Settings settings = Settings.newBuilder()
                .setOrigin(origin)
                .setObject(object)
                .setObjectKind(kind)
                .setInterface$(networkInterface.isEmpty() ? null : networkInterface)
                .setTrigger(previousReadEpochNs == null ? ReadTrigger.START : ReadTrigger.REREAD)
                .setPreviousReadEpochNs(previousReadEpochNs)
                .setValues(settings())
                .build();
        previousReadEpochNs = origin.getEpochNs();
        return settings;
    }

    private List<Setting> settings() {
        return values.entrySet().stream()
                .map(value -> Setting.newBuilder()
                        .setName(value.getKey())
                        .setValue(value.getValue())
                        .build())
                .toList();
    }
}
