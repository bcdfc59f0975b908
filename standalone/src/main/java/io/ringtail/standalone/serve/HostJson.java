package io.ringtail.standalone.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.BqlGauges;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.IrqTarget;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.QueueCounters;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.SourceHealth;

/** Hosts, their NICs and their changes as the page wants them. Times in ms, rates per second; absent is left out. */
final class HostJson {
    private HostJson() {}

    static ObjectNode agent(Agent agent) {
        ObjectNode node = made(agent.getOrigin())
                .put("version", agent.getVersion())
                .put("started", Json.ms(agent.getStartedEpochNs()))
                .put("sampled", agent.getSampled())
                .put("delivered", agent.getDelivered())
                .put("lost", agent.getLost())
                .put("stalls", agent.getStalls());
        Json.put(node, "clock", agent.getOrigin().getClockOffsetNs());
        Json.put(node, "clockError", agent.getOrigin().getClockErrorNs());
        node.set("interfaces", Json.texts(agent.getInterfaces()));
        node.set("sources", Json.list(agent.getSources(), HostJson::source));
        return node;
    }

    static ObjectNode settings(Settings settings) {
        Origin origin = settings.getOrigin();
        ObjectNode node = Json.object()
                .put("host", origin.getHost())
                .put("netns", origin.getNetns())
                .put("sim", origin.getSimulated())
                .put("object", settings.getObject())
                .put("kind", settings.getObjectKind().name());
        Json.put(node, "if", settings.getInterface$());
        node.put("gone", settings.getGone());
        node.set("values", Json.list(settings.getValues(), HostJson::setting));
        return node;
    }

    static ObjectNode rings(Rings rings) {
        ObjectNode node = made(rings.getOrigin()).put("if", rings.getInterface$());
        Json.put(node, "driver", rings.getDriver());
        node.set("counters", Json.list(rings.getCounters(), HostJson::counter));
        node.set("queues", Json.list(rings.getQueues(), HostJson::queue));
        node.set("bql", Json.list(rings.getBql(), HostJson::bql));
        node.set("absent", Json.list(rings.getAbsent(), HostJson::absence));
        return node;
    }

    /** Only the lines that serve an interface. */
    static ObjectNode interrupts(Interrupts interrupts) {
        ObjectNode node = made(interrupts.getOrigin());
        ArrayNode online = node.putArray("online");
        interrupts.getOnlineCpus().forEach(online::add);
        ArrayNode lines = node.putArray("lines");
        interrupts.getLines().stream()
                .filter(line -> !line.getTargets().isEmpty())
                .forEach(line -> lines.add(line(line, interrupts.getIntervalNs())));
        return node;
    }

    static ObjectNode cpus(Cpus cpus) {
        ObjectNode node = made(cpus.getOrigin());
        node.set("cpus", Json.list(cpus.getCpus(), cpu -> cpu(cpu, cpus.getIntervalNs())));
        node.set("absent", Json.list(cpus.getAbsent(), HostJson::absence));
        return node;
    }

    static ObjectNode change(Change change) {
        ObjectNode node = Json.object()
                .put("id", change.getChangeId())
                .put("host", change.getHost())
                .put("netns", change.getNetns())
                .put("object", change.getObject());
        Json.put(node, "if", change.getInterface$());
        node.put("from", Json.ms(change.getFromEpochNs()))
                .put("to", Json.ms(change.getToEpochNs()))
                .put("trigger", change.getTrigger().name());
        node.set("knobs", Json.list(change.getKnobs(), HostJson::knob));
        ObjectNode paths = node.putObject("paths");
        change.getPaths()
                .forEach(path -> paths.put(path.getPathId(), path.getEnd().name()));
        return node.put("sim", change.getSimulated());
    }

    private static ObjectNode made(Origin origin) {
        return Json.object()
                .put("host", origin.getHost())
                .put("netns", origin.getNetns())
                .put("at", Json.madeMs(origin))
                .put("sim", origin.getSimulated());
    }

    private static ObjectNode source(SourceHealth source) {
        ObjectNode node = Json.object()
                .put("name", source.getName())
                .put("state", source.getState().name())
                .put("reads", source.getReads())
                .put("failures", source.getFailures())
                .put("skipped", source.getSkipped());
        Json.put(node, "reason", source.getReason());
        return node;
    }

    private static ObjectNode setting(Setting setting) {
        ObjectNode node = Json.object().put("name", setting.getName());
        Json.put(node, "queue", setting.getQueue());
        Json.put(node, "value", setting.getValue());
        Json.put(node, "absence", setting.getAbsence());
        return node.put("unit", Knobs.unit(setting.getName()));
    }

    private static ObjectNode knob(KnobChange knob) {
        ObjectNode node = Json.object().put("name", knob.getName());
        Json.put(node, "queue", knob.getQueue());
        Json.put(node, "old", knob.getOldValue());
        Json.put(node, "new", knob.getNewValue());
        return node.put("unit", knob.getUnit());
    }

    private static ObjectNode counter(CounterDelta counter) {
        ObjectNode node = Json.object().put("name", counter.getName());
        Json.put(node, "rate", Json.perSecond(counter.getDelta(), counter.getIntervalNs()));
        return node.put("verdict", counter.getVerdict().name());
    }

    private static ObjectNode queue(QueueCounters queue) {
        ObjectNode node =
                Json.object().put("direction", queue.getDirection().name()).put("queue", queue.getQueue());
        node.set("counters", Json.list(queue.getCounters(), HostJson::counter));
        return node;
    }

    private static ObjectNode bql(BqlGauges bql) {
        ObjectNode node = Json.object()
                .put("queue", bql.getQueue())
                .put("limit", bql.getLimitBytes())
                .put("inflightMax", bql.getInflightMaxBytes())
                .put("samples", bql.getSamples());
        Json.put(node, "inflightMean", Double.valueOf(bql.getInflightMeanBytes()));
        Json.put(node, "pressureMean", Double.valueOf(bql.getPressureMean()));
        Json.put(node, "pressureMax", Double.valueOf(bql.getPressureMax()));
        Json.put(node, "atLimit", Double.valueOf(bql.getAtLimitShare()));
        Json.put(node, "stalls", bql.getStalls());
        Json.put(node, "stallMaxMs", bql.getStallMaxMs());
        return node;
    }

    private static ObjectNode line(InterruptLine line, long intervalNs) {
        ObjectNode node = Json.object()
                .put("label", line.getLabel())
                .put("name", String.join(", ", line.getActions()))
                .put("verdict", line.getVerdict().name());
        Json.put(node, "rate", Json.perSecond(line.getDeltaTotal(), intervalNs));
        ArrayNode rates = node.putArray("cpus");
        for (int i = 0; i < line.getCpus().size(); i++) {
            Double rate = Json.perSecond(line.getDeltas().get(i), intervalNs);
            if (rate != null) {
                rates.add(Json.array().add(line.getCpus().get(i)).add(Json.rounded(rate)));
            }
        }
        node.set("targets", Json.list(line.getTargets(), HostJson::target));
        return node;
    }

    private static ObjectNode target(IrqTarget target) {
        ObjectNode node = Json.object()
                .put("if", target.getInterface$())
                .put("direction", target.getDirection().name())
                .put("foundBy", target.getFoundBy().name());
        Json.put(node, "queue", target.getQueue() == null ? null : Long.valueOf(target.getQueue()));
        return node;
    }

    private static JsonNode cpu(CpuGauges cpu, long intervalNs) {
        ObjectNode node = Json.object().put("cpu", cpu.getCpu()).put("online", cpu.getOnline());
        Json.put(node, "busy", share(cpu.getBusyNs(), intervalNs));
        Json.put(node, "softirq", share(cpu.getSoftirqNs(), intervalNs));
        Json.put(node, "irq", share(cpu.getIrqNs(), intervalNs));
        Json.put(node, "steal", share(cpu.getStealNs(), intervalNs));
        Json.put(node, "netRx", Json.perSecond(cpu.getNetRxSoftirqs(), intervalNs));
        Json.put(node, "netTx", Json.perSecond(cpu.getNetTxSoftirqs(), intervalNs));
        Json.put(node, "dropped", Json.perSecond(cpu.getSoftnetDropped(), intervalNs));
        Json.put(node, "squeeze", Json.perSecond(cpu.getSoftnetTimeSqueeze(), intervalNs));
        return node;
    }

    private static Double share(Long ns, long intervalNs) {
        return ns == null || intervalNs <= 0 ? null : (double) ns / intervalNs;
    }

    private static ObjectNode absence(Absence absence) {
        return Json.object().put("name", absence.getName()).put("reason", absence.getReason());
    }
}
