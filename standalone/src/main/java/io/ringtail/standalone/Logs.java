package io.ringtail.standalone;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/** Where log lines go: to the terminal at first, to a file as soon as there is a directory for it. */
public final class Logs {
    private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX,UTC} %-5level [%thread] %logger - %msg%n%ex";
    private static final FileSize LARGEST = FileSize.valueOf("10MB");

    private Logs() {}

    /**
     * From now on everything goes to this file, kept below 30 MB with its predecessors; the terminal stays clean, also
     * of what libraries print past the log (the history store does). Who prints to the terminal has its writer already.
     */
    public static void toFile(Path file) {
        PrintStream printed = new PrintStream(new PrintedLines(), true, StandardCharsets.UTF_8);
        System.setOut(printed);
        System.setErr(printed);
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(appender(context, file));
    }

    /** Changes how much a part tells: a logger's name and a level such as DEBUG. */
    public static void level(String logger, String level) {
        ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getLogger(logger)
                .setLevel(Level.toLevel(level, Level.INFO));
    }

    private static RollingFileAppender<ILoggingEvent> appender(LoggerContext context, Path file) {
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setName("FILE");
        appender.setFile(file.toString());
        appender.setEncoder(encoder(context));
        appender.setRollingPolicy(rolling(context, appender, file));
        appender.setTriggeringPolicy(trigger(context));
        appender.start();
        return appender;
    }

    private static PatternLayoutEncoder encoder(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        return encoder;
    }

    private static FixedWindowRollingPolicy rolling(
            LoggerContext context, RollingFileAppender<ILoggingEvent> appender, Path file) {
        FixedWindowRollingPolicy policy = new FixedWindowRollingPolicy();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(file + ".%i");
        policy.setMinIndex(1);
        policy.setMaxIndex(2);
        policy.start();
        return policy;
    }

    private static SizeBasedTriggeringPolicy<ILoggingEvent> trigger(LoggerContext context) {
        SizeBasedTriggeringPolicy<ILoggingEvent> policy = new SizeBasedTriggeringPolicy<>();
        policy.setContext(context);
        policy.setMaxFileSize(LARGEST);
        policy.start();
        return policy;
    }
}
