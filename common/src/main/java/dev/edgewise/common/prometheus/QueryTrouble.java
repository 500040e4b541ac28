package dev.edgewise.common.prometheus;

import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;

/** What is wrong with the queries of a server. The log says it when it begins, changes and ends; not each time that only a number in it is another. */
public final class QueryTrouble {
    private static final int LONGEST = 1_000;
    private static final Pattern NUMBERS = Pattern.compile("[0-9]+");
    /** A server, or whatever it scrapes, may write lines of its own. */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private final Consumer<String> begins;
    private final Runnable ends;
    private volatile String now = "";

    /** @param consequence what follows from it, for the log */
    public QueryTrouble(Logger log, String consequence) {
        this.begins = text -> log.warn("Prometheus: {}: {}", consequence, text);
        this.ends = () -> log.info("Prometheus answers all queries again");
    }

    /** @param found empty if nothing is wrong */
    public void report(String found) {
        String text = CONTROL.matcher(found).replaceAll(" ");
        text = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        if (!kind(text).equals(kind(now))) {
            if (text.isEmpty()) {
                ends.run();
            } else {
                begins.accept(text);
            }
        }
        now = text;
    }

    /** Nothing is asked any more. */
    public void forget() {
        now = "";
    }

    private static String kind(String text) {
        return NUMBERS.matcher(text).replaceAll("#");
    }

    /** What is wrong now; empty if nothing, as far as is known. */
    public String now() {
        return now;
    }
}
