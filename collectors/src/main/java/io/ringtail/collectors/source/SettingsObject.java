package io.ringtail.collectors.source;

import io.ringtail.schemas.record.ObjectKind;

/**
 * Something that has settings.
 *
 * @param name host, netns, interface:NAME
 * @param kind its kind
 * @param interfaceName the interface, or null
 */
record SettingsObject(String name, ObjectKind kind, String interfaceName) {
    static final SettingsObject HOST = new SettingsObject("host", ObjectKind.HOST, null);
    static final SettingsObject NETNS = new SettingsObject("netns", ObjectKind.NETNS, null);

    static SettingsObject ofInterface(String name) {
        return new SettingsObject("interface:" + name, ObjectKind.INTERFACE, name);
    }
}
