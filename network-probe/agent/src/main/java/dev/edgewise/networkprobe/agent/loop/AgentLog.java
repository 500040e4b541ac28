package dev.edgewise.networkprobe.agent.loop;

import java.io.PrintStream;
import java.time.Clock;
import java.time.temporal.ChronoUnit;

/** One line for what an operator should know; a logging library would cost more than the rest of the agent. */
public final class AgentLog {
    /** Maximum length of a message, in characters: it may quote a server's response. */
    private static final int LONGEST = 1_000;

    private final PrintStream out;
    private final Clock clock;

    /** Writes to the stream, each line with its UTC time. */
    public AgentLog(PrintStream out, Clock clock) {
        this.out = out;
        this.clock = clock;
    }

    public void info(String message) {
        line("INFO ", message);
    }

    /** Logs a failure that may pass. */
    public void warn(String message) {
        line("WARN ", message);
    }

    public void error(String message, Throwable cause) {
        line("ERROR", message);
        cause.printStackTrace(out);
    }

    private void line(String level, String message) {
        out.println(clock.instant().truncatedTo(ChronoUnit.MILLIS) + " " + level + " " + oneLine(message));
    }

    private static String oneLine(String message) {
        StringBuilder line =
                new StringBuilder(message.length() > LONGEST ? message.substring(0, LONGEST) + "…" : message);
        for (int i = 0; i < line.length(); i++) {
            if (Character.isISOControl(line.charAt(i))) {
                line.setCharAt(i, '?');
            }
        }
        return line.toString();
    }
}
