package dev.edgewise.networkprobe.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs one path of known delay and loss until it is stopped. */
public final class RelayMain {
    private static final String USAGE = "usage: RelayMain LISTEN_PORT TARGET_HOST:PORT ONE_WAY_MILLIS [LOSS [SEED]]";
    private static final Pattern TARGET = Pattern.compile("(.+):(\\d{1,5})");
    private static final int WRONG_USE = 2;

    private RelayMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        try {
            int port = Integer.parseInt(args[0]);
            Path path = path(args);
            DelayRelay relay = DelayRelay.start(new InetSocketAddress(0).getAddress());
            relay.add(port, path);
            System.out.println(
                    "relaying from port " + port + ": " + path + ", of which " + relay.own() + " is the relay's own");
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            System.err.println(e.getMessage() + System.lineSeparator() + USAGE);
            System.exit(WRONG_USE);
        }
        Thread.currentThread().join();
    }

    private static Path path(String[] args) {
        Matcher target = TARGET.matcher(args[1]);
        if (!target.matches()) {
            throw new IllegalArgumentException("target is \"" + args[1] + "\": it must be host:port");
        }
        return new Path(
                new InetSocketAddress(target.group(1), Integer.parseInt(target.group(2))),
                Duration.ofNanos(Math.round(Double.parseDouble(args[2]) * 1e6)),
                args.length > 3 ? Double.parseDouble(args[3]) : 0,
                args.length > 4 ? Long.parseLong(args[4]) : 0);
    }
}
