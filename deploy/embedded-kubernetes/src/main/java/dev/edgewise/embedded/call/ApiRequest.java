package dev.edgewise.embedded.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.Json;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One HTTP call.
 *
 * @param path decoded, without the query
 * @param query the last value of each parameter
 * @param accept media types in the order of preference; empty for any
 */
public record ApiRequest(
        String method, String path, Map<String, String> query, String contentType, String accept, byte[] body) {

    public static ApiRequest of(String method, String uri, String contentType, String accept, byte[] body) {
        QueryStringDecoder decoder = new QueryStringDecoder(uri);
        Map<String, String> query = new LinkedHashMap<>();
        decoder.parameters().forEach((name, values) -> query.put(name, values.get(values.size() - 1)));
        return new ApiRequest(method, decoder.path(), query, contentType, accept, body);
    }

    public String parameter(String name) {
        return query.getOrDefault(name, "");
    }

    boolean flag(String name) {
        return query.containsKey(name)
                && !parameter(name).equals("false")
                && !parameter(name).equals("0");
    }

    public boolean isWatch() {
        return method.equals("GET") && flag("watch");
    }

    public boolean isDryRun() {
        return parameter("dryRun").equals("All");
    }

    public ObjectNode object() {
        return Json.parseObject(body, contentType);
    }

    /** Like {@link #object} for calls whose body may be left out. */
    public ObjectNode objectOrEmpty() {
        return body.length == 0 ? Json.object() : object();
    }
}
