package io.ringtail.standalone.cli;

import java.io.PrintWriter;

/** Where results (out) and what people want to know meanwhile (err) are printed. */
public record Terminal(PrintWriter out, PrintWriter err) {
    /** Prints a result. */
    public void result(String text) {
        out.println(text);
        out.flush();
    }

    /** Prints progress or a notice. */
    public void tell(String text) {
        err.println(text);
        err.flush();
    }
}
