package dev.edgewise.kubernetes.http;

import java.util.Map;

/** Calls without headers of their own, whose answers may have any size. */
public final class TestCalls {
    private static final String JSON = "application/json";

    private TestCalls() {}

    public static ApiServer.Call get(String path) {
        return new ApiServer.Call("GET", path, JSON, Map.of(), null, Integer.MAX_VALUE);
    }

    static ApiServer.Call post(String path, String json) {
        return new ApiServer.Call("POST", path, JSON, Map.of(), new RequestContent(JSON, json), Integer.MAX_VALUE);
    }
}
