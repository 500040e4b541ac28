package dev.edgewise.common.prometheus;

import java.util.regex.Pattern;
import org.slf4j.Logger;

/** Problems with the queries of a server. Logged when they begin, change and end; not when only a number changes. */
public final class QueryProblems {
    private static final int LONGEST = 1_000;
    private static final Pattern NUMBERS = Pattern.compile("[0-9]+");
    /** A server, or whatever it scrapes, may write lines of its own. */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private final Logger log;
    private final String consequence;
    private volatile String now = "";

    /** @param consequence how the warning begins: what follows from the trouble */
    public QueryProblems(Logger log, String consequence) {
        this.log = log;
        this.consequence = consequence;
    }

    /** @param found empty if nothing is wrong */
    public void report(String found) {
        String text = CONTROL.matcher(found).replaceAll(" ");
        text = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        if (!kind(text).equals(kind(now))) {
            if (text.isEmpty()) {
                log.info("Prometheus answers all queries again");
            } else {
                log.warn("{}; cause={}", consequence, text);
            }
        }
        now = text;
    }

    /** Forgets the problems, as no queries are sent any more. */
    public void forget() {
        now = "";
    }

    private static String kind(String text) {
        return NUMBERS.matcher(text).replaceAll("#");
    }

    /** Current problems; empty if none are known. */
    public String now() {
        return now;
    }
}
