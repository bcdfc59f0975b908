package io.ringtail.standalone;

/** The {@code ringtail} command. */
public final class Main {
    private Main() {}

    /** Starts the command line. */
    public static void main(String[] args) {
        System.out.println("ringtail");
    }
}
