package io.ringtail.standalone.cli;

import io.ringtail.standalone.Logs;
import io.ringtail.standalone.local.Diagnosis;
import io.ringtail.standalone.local.Doctor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What can be seen on this host. */
@Command(
        name = "doctor",
        description = {
            "Tell what can be seen on this host, what cannot and why, what would give it,",
            "and what its absence costs the analysis. Changes nothing, needs no broker."
        })
final class DoctorCommand extends Common {
    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(names = "--all", description = "Also list the settings that an interface does not have.")
    private boolean all;

    @Override
    public Integer call() {
        Logs.level("io.ringtail", "ERROR");
        Diagnosis diagnosis = Doctor.examine();
        terminal().result((json ? diagnosis.json() : diagnosis.text(all)).stripTrailing());
        return 0;
    }
}
