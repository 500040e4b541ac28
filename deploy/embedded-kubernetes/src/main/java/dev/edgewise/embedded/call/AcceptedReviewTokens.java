package dev.edgewise.embedded.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.Json;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The tokens that reviews find good, for whatever audience is asked for. */
public final class AcceptedReviewTokens {
    private final Map<String, User> users = new ConcurrentHashMap<>();

    private record User(String name, Map<String, String> extra) {}

    public void put(String token, String user, Map<String, String> extra) {
        users.put(token, new User(user, Map.copyOf(extra)));
    }

    /** Answers a token review. */
    public ObjectNode review(ObjectNode review) {
        @Nullable User found = users.get(Json.text(Json.at(review, "spec"), "token"));
        ObjectNode status = review.putObject("status").put("authenticated", found != null);
        if (found != null) {
            status.set("audiences", Json.at(review, "spec", "audiences"));
            ObjectNode extra =
                    status.putObject("user").put("username", found.name).putObject("extra");
            found.extra.forEach((key, value) -> extra.putArray(key).add(value));
        }
        return review;
    }
}
