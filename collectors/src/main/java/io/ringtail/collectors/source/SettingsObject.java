package io.ringtail.collectors.source;

import io.ringtail.schemas.record.ObjectKind;
import java.util.Comparator;

/**
 * Something that has settings.
 *
 * @param name host, netns, interface:NAME, xsk:NAME
 * @param kind its kind
 * @param interfaceName the interface, or null
 */
record SettingsObject(String name, ObjectKind kind, String interfaceName) {
    static final Comparator<SettingsObject> BY_NAME = Comparator.comparing(SettingsObject::name);
    static final SettingsObject HOST = new SettingsObject("host", ObjectKind.HOST, null);
    static final SettingsObject NETNS = new SettingsObject("netns", ObjectKind.NETNS, null);

    static SettingsObject ofInterface(String name) {
        return new SettingsObject("interface:" + name, ObjectKind.INTERFACE, name);
    }

    /** How the AF_XDP sockets on an interface were bound. */
    static SettingsObject ofXsk(String name) {
        return new SettingsObject("xsk:" + name, ObjectKind.INTERFACE, name);
    }
}
