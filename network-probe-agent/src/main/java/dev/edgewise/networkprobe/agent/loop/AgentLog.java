package dev.edgewise.networkprobe.agent.loop;

import java.io.PrintStream;
import java.time.Clock;
import java.time.temporal.ChronoUnit;

/** One line for what an operator should know; a logging library would cost more than the rest of the agent. */
public final class AgentLog {
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

    /** What went wrong and may pass. */
    public void warn(String message) {
        line("WARN ", message);
    }

    public void error(String message, Throwable cause) {
        line("ERROR", message);
        cause.printStackTrace(out);
    }

    private void line(String level, String message) {
        out.println(clock.instant().truncatedTo(ChronoUnit.MILLIS) + " " + level + " " + message);
    }
}
