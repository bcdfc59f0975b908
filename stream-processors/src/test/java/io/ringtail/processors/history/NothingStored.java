package io.ringtail.processors.history;

import java.util.List;
import java.util.Optional;

/** An empty store's state; counts how often it is asked for windows. */
class NothingStored implements StoredState {
    int asked;

    @Override
    public Optional<Long> newestWindowMicros(String pathId) {
        return Optional.empty();
    }

    @Override
    public List<StoredWindow> windows(String pathId, long fromMicros, long toMicros) {
        asked++;
        return List.of();
    }

    @Override
    public Optional<StoredSettings> settings(SettingsObject object) {
        return Optional.empty();
    }
}
