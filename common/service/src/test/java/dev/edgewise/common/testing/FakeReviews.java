package dev.edgewise.common.testing;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.security.ReviewUnavailableException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An API server that accepts tokens of {@link TestTokens} of known users and grants the configured permissions. */
public final class FakeReviews implements ReviewApi {
    /** Reviews that were requested: {@code token of jane}, {@code jane: get pods in shop}. */
    public final List<String> asked = new CopyOnWriteArrayList<>();

    /** Whether it answers. */
    public volatile boolean up = true;

    private final Map<String, String> extra = new ConcurrentHashMap<>();
    private final Set<String> users = ConcurrentHashMap.newKeySet();
    private final Set<String> allowed = ConcurrentHashMap.newKeySet();

    /**
     * @param permissions such as {@code list nodes}, {@code get pods in shop}, {@code create roundtriptimes/reprobe in
     *     edgewise}
     */
    public FakeReviews user(String name, String... permissions) {
        users.add(name);
        for (String permission : permissions) {
            allowed.add(name + ": " + permission);
        }
        return this;
    }

    /** Refuses that user's tokens from now on. */
    public void without(String name) {
        users.remove(name);
    }

    /** Adds a further attribute of each user. */
    public FakeReviews extra(String key, String value) {
        extra.put(key, value);
        return this;
    }

    @Override
    public String create(String path, String json) {
        if (!up) {
            throw new ReviewUnavailableException("tokens and rights cannot be reviewed: no API", null);
        }
        JsonNode spec = JsonMapper.shared().readTree(json).path("spec");
        return path.endsWith("tokenreviews") ? token(spec) : rights(spec);
    }

    @Override
    public String namespace() {
        return "edgewise";
    }

    private String token(JsonNode spec) {
        JsonNode claims = JsonMapper.shared()
                .readTree(Base64.getUrlDecoder()
                        .decode(spec.path("token").asString().split("\\.")[1]));
        String user = claims.path("sub").asString();
        asked.add("token of " + user);
        return "{\"status\":{\"authenticated\":" + users.contains(user) + ",\"audiences\":" + spec.path("audiences")
                + ",\"user\":{\"username\":\"" + user + "\",\"groups\":[\"staff\"],\"extra\":" + extras() + "}}}";
    }

    private String extras() {
        return extra.entrySet().stream()
                .map(each -> "\"" + each.getKey() + "\":[\"" + each.getValue() + "\"]")
                .collect(Collectors.joining(",", "{", "}"));
    }

    private String rights(JsonNode spec) {
        JsonNode of = spec.path("resourceAttributes");
        String subresource = of.path("subresource").asString("");
        String namespace = of.path("namespace").asString("");
        String question = spec.path("user").asString() + ": " + of.path("verb").asString() + " "
                + of.path("resource").asString() + (subresource.isEmpty() ? "" : "/" + subresource)
                + (namespace.isEmpty() ? "" : " in " + namespace);
        asked.add(question);
        return "{\"status\":{\"allowed\":" + allowed.contains(question) + "}}";
    }
}
