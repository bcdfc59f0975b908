package io.ringtail.processors.history;

import io.ringtail.processors.analysis.accounts.Accounts;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The accounts of round trips as text. Pure. */
public final class AccountsText {
    private AccountsText() {}

    /** A block for each path; nothing where there are no paths. */
    public static String of(List<PathAccounts> all) {
        return all.isEmpty()
                ? ""
                : "\nWhere a round trip goes\n"
                        + all.stream().map(AccountsText::of).collect(Collectors.joining());
    }

    private static String of(PathAccounts each) {
        return each.label() + "\n    "
                + (each.accounts() == null ? "not given: " + each.absence() : of(each.accounts())) + "\n";
    }

    private static String of(Accounts accounts) {
        String wire = accounts.wireNs() == null ? "" : " + wire " + TextUnits.duration(accounts.wireNs());
        String rest = accounts.restNs() < 0
                ? "-" + TextUnits.duration(-accounts.restNs())
                : TextUnits.duration(accounts.restNs());
        String sum = String.format(
                Locale.ROOT,
                "%s = CPU of the prober %s + CPU of the responder %s%s + rest %s",
                TextUnits.duration(accounts.meanNs()),
                TextUnits.duration(accounts.proberCpuNs()),
                TextUnits.duration(accounts.responderCpuNs()),
                wire,
                rest);
        String timer = accounts.timer() == null
                ? ""
                : "\n    unaccounted " + rest + " of " + TextUnits.duration(accounts.meanNs()) + ", "
                        + accounts.timer();
        return sum
                + timer
                + accounts.remarks().stream().map(each -> "\n    " + each).collect(Collectors.joining());
    }
}
