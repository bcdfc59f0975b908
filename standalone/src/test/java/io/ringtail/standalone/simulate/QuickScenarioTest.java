package io.ringtail.standalone.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What agents of simulated hosts send is what the topology takes from true ones. */
@Timeout(300)
class QuickScenarioTest {
    private static final Scenario QUICK = Scenarios.named("quick");
    private static SimulatedStreams streams;

    @BeforeAll
    static void run() {
        streams = new SimulatedStreams().run(QUICK);
    }

    @AfterAll
    static void close() {
        streams.close();
    }

    @Test
    void everySecondIsAWindowWithBothEndsAndMarkedAsSimulated() {
        List<Window> windows = streams.windows();

        assertThat(windows).hasSize((int) QUICK.duration().toSeconds());
        assertThat(windows).extracting(Window::getSimulated).containsOnly(true);
        assertThat(windows).extracting(Window::getSent).containsOnly(1000L);
        List<Window> inside = windows.subList(5, windows.size() - 5);
        assertThat(inside).extracting(Window::getCompleteness).containsOnly(Completeness.COMPLETE);
        assertThat(inside)
                .extracting(window -> window.getProber().getGauges().isEmpty()
                        || window.getResponder().getGauges().isEmpty())
                .containsOnly(false);
        assertThat(inside)
                .extracting(window -> window.getProber().getBusyNsPerTransaction() > 0
                        && window.getResponder().getThreadNsPerTransaction() > 0)
                .containsOnly(true);
    }

    @Test
    void theOneChangeOfTheScenarioIsFoundWithItsValuesAndEnd() {
        List<Change> changes = streams.all(Topics.CHANGES, Change.class);

        assertThat(changes).singleElement().satisfies(change -> {
            assertThat(change.getHost()).isEqualTo("right");
            assertThat(change.getSimulated()).isTrue();
            assertThat(change.getKnobs()).singleElement().satisfies(knob -> {
                assertThat(knob.getName()).isEqualTo("coalesce.rx-usecs");
                assertThat(knob.getOldValue()).isEqualTo("3");
                assertThat(knob.getNewValue()).isEqualTo("50");
            });
            assertThat(change.getPaths())
                    .singleElement()
                    .satisfies(path -> assertThat(path.getEnd()).isEqualTo(End.RESPONDER));
        });
    }

    @Test
    void theChangeCutsTwoEpochsAndMovesTheMedianByTheTimer() {
        List<Epoch> epochs = streams.all(Topics.EPOCHS, Epoch.class);
        List<Window> windows = streams.windows();

        assertThat(epochs).extracting(Epoch::getEpochId).doesNotHaveDuplicates().hasSize(2);
        assertThat(medianNs(windows, 200) - medianNs(windows, 60)).isBetween(40_000L, 55_000L);
    }

    @Test
    void theSameSeedGivesTheSameRecordsAndAnotherGivesOthers() {
        assertThat(firstSeconds(QUICK)).isEqualTo(firstSeconds(QUICK));
        assertThat(firstSeconds(QUICK)).isNotEqualTo(firstSeconds(QUICK.seeded(2)));
    }

    private static long medianNs(List<Window> windows, int second) {
        return windows.get(second).getPercentiles().stream()
                .filter(each -> each.getPercent() == 50)
                .findFirst()
                .orElseThrow()
                .getValueNs();
    }

    private static List<SpecificRecord> firstSeconds(Scenario scenario) {
        List<SpecificRecord> all = new ArrayList<>();
        Simulation simulation = new Simulation(scenario, SimulatedStreams.START_EPOCH_NS);
        for (int second = 0; second < 3; second++) {
            simulation.next(all::add);
        }
        return all;
    }
}
