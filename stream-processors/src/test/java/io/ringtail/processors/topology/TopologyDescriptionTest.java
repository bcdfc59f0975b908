package io.ringtail.processors.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.serde.InMemorySchemaRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A renamed store loses its state, a renamed node its changelog: both are to be seen in review. */
@Timeout(60)
class TopologyDescriptionTest {
    @Test
    void theDescriptionIsTheGoldenFile() throws IOException {
        String description = Topologies.build(new InMemorySchemaRegistry(), TopologyConfig.DEFAULT)
                .describe()
                .toString();

        assertThat(description).isEqualTo(golden());
    }

    @Test
    void everyNodeIsNamed() {
        String description = Topologies.build(new InMemorySchemaRegistry(), TopologyConfig.DEFAULT)
                .describe()
                .toString();

        assertThat(description).doesNotContain("KSTREAM").doesNotContain("KTABLE");
    }

    private static String golden() throws IOException {
        try (InputStream in = TopologyDescriptionTest.class.getResourceAsStream("/topology.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
