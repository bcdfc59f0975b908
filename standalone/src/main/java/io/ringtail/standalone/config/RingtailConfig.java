package io.ringtail.standalone.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All configuration with its defaults. A key is written {@code ringtail.collect.counters-interval} in a file or as
 * {@code RINGTAIL_COLLECT_COUNTERS_INTERVAL} in the environment; options of the command line come before both.
 * Durations are {@code 100ms}, {@code 1s}, {@code 10m}, {@code 24h}.
 */
@ConfigMapping(prefix = Settings.PREFIX)
public interface RingtailConfig {
    /** Name of this host in all records; by default the kernel's node name. */
    Optional<String> host();

    /** Name of this network namespace in all records; by default none: the host's own. */
    Optional<String> netns();

    /** Kafka brokers; {@code up} has its own. */
    @WithDefault("127.0.0.1:9092")
    String bootstrap();

    /** How long to wait for the brokers at the start; by default until told to end. */
    Optional<Duration> giveUpAfter();

    /** Where data live. */
    @WithDefault("ringtail-data")
    String dataDir();

    /** A Confluent-compatible schema registry; by default schemas live in a topic. */
    Optional<URI> schemaRegistry();

    /** Replication factor of topics that are created. */
    @WithDefault("1")
    short replicationFactor();

    /** The agent. */
    Collect collect();

    /** The reflector. */
    Reflect reflect();

    /** The embedded broker of {@code up}. */
    Broker broker();

    /** The page and REST interface. */
    Web web();

    /** The history store. */
    History history();

    /** Alerts. */
    Alerts alerts();

    /** Ringtail's own health for Prometheus. */
    Metrics metrics();

    /** How TCP connections are grouped. */
    enum TcpGroups {
        OFF,
        PEER,
        PORT
    }

    /** The agent. */
    interface Collect {
        /** How often counters are read, 100 ms to 60 s. */
        @WithDefault("1s")
        Duration countersInterval();

        /** How often settings are re-read; notifications come at once. */
        @WithDefault("10s")
        Duration settingsInterval();

        /** Other network namespaces whose interfaces are read too, by their names below /run/netns; {@code all} of them. */
        Optional<List<String>> namespaces();

        /** Round-trip probes, as {@code udp://host:port?rate=1000&size=40&loop=open&timeout=500ms&name=NAME}, or tcp, icmp. */
        Optional<List<String>> probes();

        /** Where records of {@code collect} wait for their acknowledgement; by default spool/HOST in the data directory. */
        Optional<String> spool();

        /** How much may wait there before the oldest is dropped, in MiB. */
        @WithDefault("256")
        int spoolMib();

        /** What TCP connections are grouped by for the kernel's estimates of their round trips: peer, port, or off. */
        @WithDefault("peer")
        TcpGroups tcp();

        /** Whether the kernel counts how many packets each poll of a NAPI instance finds, where it lets the agent. */
        @WithDefault("true")
        boolean napiPolls();

        /** Whether {@code up} measures a path over loopback, which sees no NIC. */
        @WithDefault("true")
        boolean loopback();
    }

    /** The reflector. */
    interface Reflect {
        /** Address and port that {@code reflect} answers on. */
        @WithDefault("0.0.0.0:7411")
        String listen();

        /** Networks that get replies; by default loopback, private and link-local ones. */
        Optional<List<String>> allow();

        /** Busy wait before each reply, for tests of the whole chain. */
        @WithDefault("0s")
        Duration hold();

        /** SO_BUSY_POLL of its sockets in us; by default the kernel's. Raising it needs CAP_NET_ADMIN. */
        Optional<Integer> busyPollUs();

        /** SO_PREFER_BUSY_POLL of its sockets; needs CAP_NET_ADMIN. */
        @WithDefault("false")
        boolean preferBusyPoll();

        /** SO_BUSY_POLL_BUDGET of its sockets in packets; by default the kernel's 8. Raising it needs CAP_NET_ADMIN. */
        Optional<Integer> busyPollBudget();

        /** CPUs of its threads, as 2-3,8; by default any. */
        Optional<String> cpus();

        /** SCHED_FIFO priority of its threads, 1 to 99; by default the ordinary scheduler. Needs CAP_SYS_NICE. */
        Optional<Integer> fifo();

        /** Differentiated services code point of its answers, 0 to 63. */
        @WithDefault("0")
        int dscp();
    }

    /** The embedded broker of {@code up}. */
    interface Broker {
        /** Address that it listens on. */
        @WithDefault("127.0.0.1")
        String host();

        /** Port that it listens on; 0 for any free one. */
        @WithDefault("9092")
        int port();
    }

    /** The page and REST interface. */
    interface Web {
        /** Address that it listens on; any but loopback needs a token. */
        @WithDefault("127.0.0.1")
        String host();

        /** Port that it listens on; 0 for any free one. */
        @WithDefault("8080")
        int port();

        /** Token that every request must carry. */
        Optional<String> token();
    }

    /** Ringtail's own health for Prometheus. */
    interface Metrics {
        /** Address and port where every process serves {@code /metrics}; by default none; the page has it too. */
        Optional<String> listen();
    }

    /** Alerts. */
    interface Alerts {
        /** A YAML file that changes the rules that ship: {@code ringtail alerts --rules} prints those. */
        Optional<String> rules();

        /** Alertmanagers, as {@code http://host:9093}; each is told everything. */
        Optional<List<URI>> alertmanagers();

        /** Gets each transition as JSON in the shape of Alertmanager's webhook. */
        Optional<URI> webhook();

        /** Key of the webhook's signature (X-Ringtail-Signature, HMAC-SHA-256). */
        Optional<String> webhookSecret();

        /** Where browsers of others find the page, for links in alerts; by default the page's own address. */
        Optional<URI> pageUrl();
    }

    /** The history store. */
    interface History {
        /** A QuestDB server, as {@code host}; by default it runs within {@code up} or {@code serve}. */
        Optional<String> server();

        /** Port of the PG wire protocol; 0 for any free one. */
        @WithDefault("8812")
        int pgPort();

        /** Port of QuestDB's HTTP interface; 0 for any free one. */
        @WithDefault("9000")
        int httpPort();

        /** User of the PG wire protocol. */
        @WithDefault("ringtail")
        String user();

        /** Its password; by default one that is made at the first start and kept in the data directory. */
        Optional<String> password();

        /** How long it keeps what expires. */
        Retention retention();

        /** How long seconds and their sums are kept. */
        interface Retention {
            /** Windows, their buckets and segments, gauges, associations, agents' health, by the second. */
            @WithDefault("30d")
            Duration seconds();

            /** Windows, buckets and gauges by the minute. */
            @WithDefault("400d")
            Duration minutes();

            /** The same by the hour. */
            @WithDefault("3660d")
            Duration hours();
        }
    }
}
