package dev.edgewise.common.signal.redis;

import dev.edgewise.common.signal.SignalStoreFullException;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import java.util.function.Function;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Describes a failure of Redis, with a remedy where it is known. */
public final class RedisFailureDescription {
    private static final String PASSWORD =
            "set spring.data.redis.password, and spring.data.redis.username for an ACL user, as that Redis has them";

    private RedisFailureDescription() {}

    /** One line for the operator. */
    public static String describe(Throwable problem) {
        Throwable root = root(problem);
        String message = String.valueOf(root.getMessage());
        if (isFull(problem)) {
            return "it is full: give it more maxmemory, by the table of sizes in docs/deploy.md";
        }
        if (message.startsWith("NOAUTH")) {
            return "it demands a password: " + PASSWORD;
        }
        if (message.startsWith("WRONGPASS") || message.startsWith("ERR invalid password")) {
            return "it refuses the password: " + PASSWORD;
        }
        if (message.contains("without any password configured")) {
            return "it has no password: remove spring.data.redis.password";
        }
        if (isForbidden(problem)) {
            return "the user lacks permissions: grant them by ACL SETUSER. " + message;
        }
        if (message.startsWith("READONLY")) {
            return "it is a replica, which takes no writes, so it is connected to again: the address must lead to the master";
        }
        return RedisTlsFailureDescription.describe(problem, root).orElseGet(root::toString);
    }

    /** Whether Redis refuses to write because it holds all it may hold. */
    public static boolean isFull(Throwable problem) {
        return String.valueOf(root(problem).getMessage()).startsWith("OOM ");
    }

    /** Whether Redis refuses to add to a stream because that has an entry with the largest possible id. */
    static boolean isExhausted(Throwable problem) {
        return String.valueOf(root(problem).getMessage()).contains("exhausted the last possible ID");
    }

    /** Whether the user lacks the right to a command or a key. */
    static boolean isForbidden(Throwable problem) {
        return String.valueOf(root(problem).getMessage()).startsWith("NOPERM");
    }

    /**
     * Uses a connection.
     *
     * @param failure what Redis could not do, for the message
     * @throws SignalStoreUnavailableException if it could not
     */
    static <T> T call(RedisConnectionFactory connections, String failure, Function<RedisConnection, T> work) {
        try (RedisConnection connection = connections.getConnection()) {
            return work.apply(connection);
        } catch (DataAccessException e) {
            reconnectIfElsewhere(connections, e);
            String message = "Redis could not " + failure + ": " + describe(e);
            throw isFull(e)
                    ? new SignalStoreFullException(message, e)
                    : new SignalStoreUnavailableException(message, e);
        }
    }

    /**
     * Closes the connection if the server answers that writes go to another one, or that it is still loading: who takes
     * its place is found by a new connection only.
     */
    static void reconnectIfElsewhere(RedisConnectionFactory connections, Throwable problem) {
        if (isElsewhere(problem) && connections instanceof LettuceConnectionFactory lettuce) {
            lettuce.resetConnection();
        }
    }

    private static boolean isElsewhere(Throwable problem) {
        String message = String.valueOf(root(problem).getMessage());
        return message.startsWith("READONLY") || message.startsWith("LOADING") || message.startsWith("MASTERDOWN");
    }

    private static Throwable root(Throwable problem) {
        Throwable root = problem;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
