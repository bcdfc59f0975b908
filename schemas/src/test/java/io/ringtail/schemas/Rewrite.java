package io.ringtail.schemas;

/** Whether the tests write the committed files that follow from the code, instead of only comparing them. */
public final class Rewrite {
    /** What does it. */
    public static final String COMMAND =
            "mvn -pl schemas test -Dringtail.rewrite -Dtest=SchemaVersionsTest,ReferenceTest";

    private Rewrite() {}

    /** True when asked for by {@link #COMMAND}. */
    public static boolean asked() {
        return System.getProperty("ringtail.rewrite") != null;
    }
}
