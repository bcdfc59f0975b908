package io.ringtail.standalone.cli;

import io.ringtail.standalone.Running;
import io.ringtail.standalone.UserError;
import io.ringtail.standalone.config.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line: one launcher, subcommands in the words of the trade. */
@Command(
        name = "ringtail",
        description = "Tells a network engineer which NIC setting moved the tail latency.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        subcommands = {
            UpCommand.class,
            CollectCommand.class,
            ReflectCommand.class,
            ProcessCommand.class,
            ServeCommand.class,
            DoctorCommand.class,
            TopCommand.class,
            ChangesCommand.class,
            CompareCommand.class,
            SuspectsCommand.class,
            AlertsCommand.class,
            EffectsCommand.class,
            ExplainCommand.class,
            ReportCommand.class,
            DashboardsCommand.class,
            SimulateCommand.class,
            RecordCommand.class,
            ReplayCommand.class,
            ImportCommand.class
        },
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0   done",
            "  1   a fault of Ringtail itself",
            "  2   a wrong option or argument",
            "  69  something needed is not there: a port, a broker, a store",
            "  73  the data directory or a file cannot be used",
            "  77  a privilege is missing",
            "  78  the configuration has faults"
        })
public final class Cli implements Runnable {
    @Spec
    private CommandSpec spec;

    /** Runs a command line and gives its exit code. */
    public static int run(String... args) {
        return commandLine().execute(args);
    }

    static CommandLine commandLine() {
        IExecutionExceptionHandler failed = (e, command, parsed) -> report(e, command);
        return new CommandLine(new Cli())
                .setExecutionExceptionHandler(failed)
                .setParameterExceptionHandler((e, arguments) -> wrongUse(e))
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: ringtail up, or one of the commands below.");
    }

    private static int wrongUse(ParameterException e) {
        CommandLine command = e.getCommandLine();
        String hint = e instanceof UnmatchedArgumentException unmatched
                ? "; did you mean " + nearest(command, unmatched.getUnmatched().getFirst()) + "?"
                : "";
        String what = e instanceof UnmatchedArgumentException unmatched
                ? "unknown: " + unmatched.getUnmatched().getFirst()
                : e.getMessage();
        command.getErr().println(command.getColorScheme().errorText(what + hint));
        command.getErr().println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
        return UserError.USAGE;
    }

    private static String nearest(CommandLine command, String wrong) {
        List<String> known =
                new ArrayList<>(command.getCommandSpec().optionsMap().keySet());
        known.addAll(command.getSubcommands().keySet());
        return Nearest.of(wrong.replaceFirst("=.*", ""), known);
    }

    private static int report(Exception e, CommandLine command) {
        if (Running.ending()) {
            LoggerFactory.getLogger(Cli.class).debug("ended while starting", e);
            return 0;
        }
        Optional<UserError> error = Faults.userError(e);
        if (error.isPresent()) {
            command.getErr()
                    .println(command.getColorScheme().errorText(error.get().getMessage()));
            return error.get().exitCode();
        }
        LoggerFactory.getLogger(Cli.class).error("{} failed", command.getCommandName(), e);
        command.getErr().println(command.getColorScheme().errorText("A fault of Ringtail itself: " + e));
        return 1;
    }
}
