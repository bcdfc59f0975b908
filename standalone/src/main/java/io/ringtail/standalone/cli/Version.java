package io.ringtail.standalone.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of the product, from its jar. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"ringtail " + current()};
    }

    /** The version, or development outside of a jar. */
    public static String current() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
