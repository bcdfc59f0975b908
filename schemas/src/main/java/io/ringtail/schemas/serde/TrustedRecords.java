package io.ringtail.schemas.serde;

import io.ringtail.schemas.record.Origin;
import org.apache.avro.util.ClassSecurityValidator;

/** Avro 1.12.2 decodes only classes of packages that the process trusts: ours are added once. */
final class TrustedRecords {
    private static final String PACKAGE = Origin.class.getPackageName() + ".";

    static {
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(), type -> type.getName().startsWith(PACKAGE)));
    }

    private TrustedRecords() {}

    /** Makes sure that the package is trusted; cheap after the first call. */
    static void trust() {}
}
