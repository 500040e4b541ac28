package dev.edgewise.kubernetes.http;

import java.util.Map;

/** Calls without headers of their own, whose answers may have any size. */
public final class TestCalls {
    private static final String JSON = "application/json";

    private TestCalls() {}

    public static ApiServerTransport.Call get(String path) {
        return new ApiServerTransport.Call("GET", path, JSON, Map.of(), null, Integer.MAX_VALUE);
    }

    static ApiServerTransport.Call post(String path, String json) {
        return new ApiServerTransport.Call(
                "POST", path, JSON, Map.of(), new RequestContent(JSON, json), Integer.MAX_VALUE);
    }
}
