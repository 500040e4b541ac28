package dev.edgewise.kubernetes.http;

import dev.edgewise.common.time.Ticker;
import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the API server, which is read again when a file that it names has changed, and when a client
 * certificate or a token is about to end: a program may give a newer one. Thread-safe; while the program runs, other
 * threads have the configuration that was read last.
 */
public final class ReloadingClientConfig {
    /** Interval between two checks of the files, and between two readings. */
    private static final long LOOK_NANOS = Duration.ofSeconds(10).toNanos();
    /** Time before its end when a certificate is read again. */
    private static final Duration EARLY = Duration.ofSeconds(30);
    /** Stamp that no file has. */
    private static final String UNKNOWN = "unknown";

    private final Supplier<Config> reader;
    private final InstantSource clock;
    private final Ticker ticker;
    /** Held while the configuration is read, which takes as long as the kubeconfig's program. */
    private final Object reading = new Object();

    private Config config;
    /**
     * The files of the last reading, as they were before it; a file that this reading named first has no stamp yet, and
     * is read again at the next look.
     */
    private Map<Path, String> stamps;

    private @Nullable Instant end;
    /** Used by the thread that reads. */
    private List<String> credentials;

    private long looked;

    /** @param clock of the API server, which judges certificates by it */
    public ReloadingClientConfig(Supplier<Config> reader, InstantSource clock, Ticker ticker) {
        this.reader = reader;
        this.clock = clock;
        this.ticker = ticker;
        this.config = reader.get();
        this.stamps = stamps(files(config), Map.of());
        this.end = end(config);
        this.credentials = credentials(config);
        ClientTls.rewriteKey(config);
        this.looked = ticker.nanos();
    }

    /** Returns a source that never changes. */
    static ReloadingClientConfig of(Config config) {
        return new ReloadingClientConfig(() -> config, () -> Instant.EPOCH, Ticker.system());
    }

    /** Returns the configuration that was read last. */
    public synchronized Config config() {
        return config;
    }

    /** Whether it should be read again; looks at most every 10 seconds. */
    synchronized boolean isDue() {
        if (ticker.nanos() - looked < LOOK_NANOS) {
            return false;
        }
        looked = ticker.nanos();
        boolean ends = end != null && clock.instant().isAfter(end.minus(EARLY));
        return ends || !stamped(stamps.keySet()).equals(stamps);
    }

    /**
     * Reads it again; one thread at a time.
     *
     * @return whether server or credentials are others than before
     */
    boolean read() {
        synchronized (reading) {
            Map<Path, String> before = begin();
            Config now = reader.get();
            List<String> its = credentials(now);
            seen(stamps(files(now), before), end(now));
            if (its.equals(credentials)) {
                return false;
            }
            ClientTls.rewriteKey(now);
            use(now);
            credentials = its;
            return true;
        }
    }

    /** Returns the stamps before a reading: a file that changes meanwhile differs from its stamp at the next look. */
    private synchronized Map<Path, String> begin() {
        looked = ticker.nanos();
        return stamped(stamps.keySet());
    }

    private synchronized void seen(Map<Path, String> found, @Nullable Instant ends) {
        stamps = found;
        end = ends;
    }

    private synchronized void use(Config now) {
        config = now;
    }

    /** Returns the first moment at which the client certificate or the token ends, or null if none says it. */
    private static @Nullable Instant end(Config config) {
        return Stream.of(
                        ClientTls.end(config),
                        TokenExpiry.of(config.getAutoOAuthToken()),
                        TokenExpiry.of(config.getOauthToken()))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    private static Set<Path> files(Config config) {
        Stream<String> kubeconfigs = Stream.of(
                        config.getFile(), config.getFileWithCluster(), config.getFileWithAuthInfo())
                .filter(Objects::nonNull)
                .map(File::getPath);
        Stream<String> parts = Stream.of(config.getCaCertFile(), config.getClientCertFile(), config.getClientKeyFile());
        return Stream.concat(kubeconfigs, parts)
                .filter(file -> file != null && !file.isEmpty())
                .map(Path::of)
                .collect(Collectors.toSet());
    }

    private static Map<Path, String> stamps(Set<Path> files, Map<Path, String> before) {
        Map<Path, String> stamps = new HashMap<>();
        files.forEach(file -> stamps.put(file, before.getOrDefault(file, UNKNOWN)));
        return stamps;
    }

    private static Map<Path, String> stamped(Set<Path> files) {
        Map<Path, String> stamps = new HashMap<>();
        files.forEach(file -> stamps.put(file, stamp(file)));
        return stamps;
    }

    private static String stamp(Path file) {
        try {
            BasicFileAttributes its = Files.readAttributes(file, BasicFileAttributes.class);
            return its.fileKey() + " " + its.lastModifiedTime() + " " + its.size();
        } catch (IOException gone) {
            return "";
        }
    }

    /** Settings that decide our identity and which servers are trusted. */
    private static List<String> credentials(Config config) {
        return Stream.of(
                        config.getMasterUrl(),
                        text(config.getCaCertData(), config.getCaCertFile()),
                        text(config.getClientCertData(), config.getClientCertFile()),
                        text(config.getClientKeyData(), config.getClientKeyFile()),
                        config.getOauthToken(),
                        config.getAutoOAuthToken(),
                        config.getUsername(),
                        config.getPassword())
                .map(String::valueOf)
                .toList();
    }

    private static String text(@Nullable String data, @Nullable String file) {
        try {
            return Arrays.toString(ClientTls.bytes(data, file));
        } catch (IOException unreadable) {
            return "";
        }
    }
}
