package io.ringtail.standalone;

import io.ringtail.standalone.cli.Cli;

/** The {@code ringtail} command. */
public final class Main {
    private Main() {}

    /** Runs the command line and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(Cli.run(args));
    }
}
