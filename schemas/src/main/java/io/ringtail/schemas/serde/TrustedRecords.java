package io.ringtail.schemas.serde;

import io.ringtail.schemas.record.Origin;
import java.util.List;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * What Avro may decode in this process. It takes only classes of packages that are trusted: ours are added once. And a
 * length that bytes claim to have is allocated before it is read: beyond what a Kafka record can hold it is refused.
 */
public final class TrustedRecords {
    private static final String PACKAGE = Origin.class.getPackageName() + ".";
    private static final String LONGEST = Integer.toString(16 << 20);

    static {
        for (String limited : List.of("bytes", "string", "collectionItems")) {
            System.getProperties().putIfAbsent("org.apache.avro.limits." + limited + ".maxLength", LONGEST);
        }
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(), type -> type.getName().startsWith(PACKAGE)));
    }

    private TrustedRecords() {}

    /** Makes sure that the package is trusted; cheap after the first call. */
    public static void trust() {}
}
