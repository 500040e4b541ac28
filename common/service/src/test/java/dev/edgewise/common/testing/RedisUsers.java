package dev.edgewise.common.testing;

import dev.edgewise.testkit.RepositoryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The users of Redis as the manifests have them: {@code deploy/kubernetes/base/redis/users.acl}. */
public final class RedisUsers {
    private static final String FILE = "deploy/kubernetes/base/redis/users.acl";

    private RedisUsers() {}

    /** The rules of each user, by its name, in the words of Redis 7. */
    public static Map<String, String> rules() {
        Map<String, String> rules = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(directory().resolve("users.acl"))) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    int end = line.indexOf(' ');
                    rules.put(line.substring(0, end), line.substring(end + 1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rules;
    }

    /** Returns the directory of the file. */
    public static Path directory() {
        return RepositoryFiles.file(FILE).getParent();
    }

    /**
     * The commands and keys of a user in the words of Redis 6.2, which the tests embed: it knows neither selectors nor
     * keys that may be read only. So this finds commands and keys that a service lacks; what is refused is for tests
     * with Redis 7 to find.
     */
    static String coarseRules(String user) {
        return rules().get(user).replaceAll("[()]", "").replaceAll("%[RW]+~", "~");
    }
}
