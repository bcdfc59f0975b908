package io.ringtail.standalone.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.record.XskRing;
import io.ringtail.schemas.record.XskSocket;

/** AF_XDP sockets as the page wants them: rates per second; absent is left out. */
final class XskJson {
    private XskJson() {}

    static ObjectNode of(Xsk xsk) {
        ObjectNode node = Json.object()
                .put("host", xsk.getOrigin().getHost())
                .put("netns", xsk.getOrigin().getNetns())
                .put("at", Json.madeMs(xsk.getOrigin()))
                .put("sim", xsk.getOrigin().getSimulated())
                .put("foundBy", xsk.getFoundBy().name());
        node.set("sockets", Json.list(xsk.getSockets(), XskJson::socket));
        node.set("absent", Json.list(xsk.getAbsent(), XskJson::absence));
        return node;
    }

    private static ObjectNode socket(XskSocket socket) {
        ObjectNode node = Json.object().put("netns", socket.getNetns()).put("inode", socket.getInode());
        Json.put(node, "if", socket.getInterface$());
        number(node, "queue", socket.getQueue());
        number(node, "pid", socket.getPid());
        Json.put(node, "process", socket.getProcess());
        flag(node, "zeroCopy", socket.getZeroCopy());
        flag(node, "needWakeup", socket.getNeedWakeup());
        Json.put(node, "shares", socket.getSharesInterruptCpu());
        ArrayNode cpus = node.putArray("cpus");
        socket.getApplicationCpus().forEach(cpus::add);
        ArrayNode irqCpus = node.putArray("irqCpus");
        socket.getInterruptCpus().forEach(irqCpus::add);
        node.set("rings", Json.list(socket.getRings(), XskJson::ring));
        node.set("counters", Json.list(socket.getCounters(), XskJson::counter));
        node.set("absent", Json.list(socket.getAbsent(), XskJson::absence));
        return node;
    }

    private static ObjectNode ring(XskRing ring) {
        ObjectNode node = Json.object().put("ring", ring.getRing().name()).put("samples", ring.getSamples());
        number(node, "entries", ring.getEntries());
        Json.put(node, "fill", ring.getFillMean());
        Json.put(node, "fillMax", ring.getFillMax());
        Json.put(node, "atLimit", ring.getAtLimitShare());
        Json.put(node, "wakeup", ring.getNeedWakeupShare());
        return node;
    }

    private static ObjectNode counter(CounterDelta counter) {
        ObjectNode node = Json.object().put("name", counter.getName());
        Json.put(node, "rate", Json.perSecond(counter.getDelta(), counter.getIntervalNs()));
        return node.put("verdict", counter.getVerdict().name());
    }

    private static ObjectNode absence(Absence absence) {
        return Json.object().put("name", absence.getName()).put("reason", absence.getReason());
    }

    private static void number(ObjectNode node, String name, Integer value) {
        Json.put(node, name, value == null ? null : Long.valueOf(value));
    }

    private static void flag(ObjectNode node, String name, Boolean value) {
        if (value != null) {
            node.put(name, value);
        }
    }
}
