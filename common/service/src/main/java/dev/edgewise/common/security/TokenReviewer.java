package dev.edgewise.common.security;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Identifies the user of a token with a TokenReview. */
public final class TokenReviewer {
    private static final String GROUP = "authentication.k8s.io/v1";
    private static final String PATH = "/apis/" + GROUP + "/tokenreviews";

    private final ReviewApi api;
    private final String audience;

    /** @param audience that tokens must be made for */
    public TokenReviewer(ReviewApi api, String audience) {
        this.api = api;
        this.audience = audience;
    }

    /** Audience that tokens must have. */
    String audience() {
        return audience;
    }

    /**
     * Returns the user of a token; empty if the token is not a good one.
     *
     * @throws ReviewUnavailableException if that cannot be said now
     */
    public Optional<TokenUser> userOf(String token) {
        ObjectNode review = JsonMapper.shared().createObjectNode();
        review.put("apiVersion", GROUP).put("kind", "TokenReview");
        ObjectNode spec = review.putObject("spec").put("token", token);
        spec.putArray("audiences").add(audience);
        JsonNode status = status(api.create(PATH, review.toString()), "tokens");
        boolean ours = status.path("authenticated").asBoolean(false)
                && texts(status.path("audiences")).contains(audience);
        return ours ? Optional.of(user(status.path("user"))) : Optional.empty();
    }

    /** @param what is reviewed, for the message */
    static JsonNode status(String reply, String what) {
        try {
            JsonNode tree = JsonMapper.shared().readTree(reply);
            if (tree != null && tree.path("status").isObject()) {
                return tree.path("status");
            }
        } catch (JacksonException notJson) {
            throw new ReviewUnavailableException(
                    what + " cannot be reviewed: the API server's answer is no JSON", notJson);
        }
        throw new ReviewUnavailableException(what + " cannot be reviewed: the API server's answer has no status", null);
    }

    private static TokenUser user(JsonNode user) {
        Map<String, List<String>> extra = new HashMap<>();
        user.path("extra").properties().forEach(entry -> extra.put(entry.getKey(), texts(entry.getValue())));
        return new TokenUser(
                user.path("username").asString(""), user.path("uid").asString(""), texts(user.path("groups")), extra);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asString("")));
        return texts;
    }
}
