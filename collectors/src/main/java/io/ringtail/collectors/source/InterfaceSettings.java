package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Ethtool;
import io.ringtail.collectors.linux.Link;
import io.ringtail.collectors.linux.Netdev;
import java.nio.file.Path;
import java.util.Map;

/** All settings of one interface. Owned by one worker of the source, bound to the namespace it was opened in. */
final class InterfaceSettings implements AutoCloseable {
    private final ProcSys roots;
    private final Ethtool ethtool = Ethtool.open();
    private final Netdev netdev = Netdev.open();
    private final EthtoolSettings byEthtool = new EthtoolSettings(ethtool);
    private final NapiSettings napis = new NapiSettings(netdev);
    private final IrqSettings interrupts;

    InterfaceSettings(ProcSys roots) {
        this.roots = roots;
        this.interrupts = new IrqSettings(roots);
    }

    SettingList read(Link link, Map<Integer, String> names) {
        SettingList into = new SettingList();
        Path device = roots.sys().resolve("class/net").resolve(link.name());
        LinkSettings.read(link, device, names, into);
        byEthtool.read(link, into);
        napis.read(link.ifindex(), device, into);
        interrupts.read(device, into);
        QueueSettings.read(device, into);
        return into;
    }

    @Override
    public void close() {
        ethtool.close();
        netdev.close();
    }
}
