package io.ringtail.processors.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a store has already. */
final class StoredInQuestDb implements StoredState {
    private static final Duration VISIBLE = Duration.ofSeconds(30);

    private record BucketAt(long startMicros, int bucket) {}

    private record SettingRow(long sinceMicros, SettingName name, SettingValue value) {}

    private final HistoryStore store;
    private final Sql sql;

    StoredInQuestDb(HistoryStore store) {
        this.store = store;
        this.sql = new Sql(store);
    }

    @Override
    public Optional<Long> newestWindowMicros(String pathId) {
        store.awaitVisible(VISIBLE);
        return sql
                .query(
                        "select cast(max(ts) as long) newest from windows where path_id = ?",
                        row -> Optional.ofNullable(Sql.longOrNull(row, "newest")),
                        pathId)
                .stream()
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public List<StoredWindow> windows(String pathId, long fromMicros, long toMicros) {
        String where = " where path_id = ? and ts >= " + fromMicros + " and ts < " + toMicros;
        Map<Long, List<Integer>> buckets = new LinkedHashMap<>();
        sql.query(
                        "select cast(ts as long) start, bucket from buckets" + where + " and samples > 0",
                        row -> new BucketAt(row.getLong("start"), row.getInt("bucket")),
                        pathId)
                .forEach(at -> buckets.computeIfAbsent(at.startMicros(), start -> new ArrayList<>())
                        .add(at.bucket()));
        return sql.query(
                "select cast(ts as long) start, revision from windows" + where,
                row -> new StoredWindow(
                        row.getLong("start"),
                        row.getInt("revision"),
                        buckets.getOrDefault(row.getLong("start"), List.of())),
                pathId);
    }

    @Override
    public Optional<StoredSettings> settings(SettingsObject object) {
        store.awaitVisible(VISIBLE);
        boolean hostsOwn = object.netns().isEmpty();
        String query = "select cast(ts as long) since, name, queue, value, absence from settings"
                + " where host = ? and object = ? and netns " + (hostsOwn ? "is null" : "= ?")
                + " latest on ts partition by name, queue";
        List<SettingRow> rows = hostsOwn
                ? sql.query(query, StoredInQuestDb::setting, object.host(), object.object())
                : sql.query(query, StoredInQuestDb::setting, object.host(), object.object(), object.netns());
        return rows.stream()
                .map(SettingRow::sinceMicros)
                .max(Long::compare)
                .map(since -> new StoredSettings(since, values(rows)));
    }

    private static Map<SettingName, SettingValue> values(List<SettingRow> rows) {
        Map<SettingName, SettingValue> values = new LinkedHashMap<>();
        rows.forEach(row -> values.put(row.name(), row.value()));
        return values;
    }

    private static SettingRow setting(ResultSet row) throws SQLException {
        return new SettingRow(
                row.getLong("since"),
                new SettingName(row.getString("name"), row.getString("queue")),
                new SettingValue(row.getString("value"), row.getString("absence")));
    }
}
