package dev.edgewise.global.store;

import dev.edgewise.global.model.GlobalRequest;
import java.util.Map;

/** A request with its annotations, which only those read who write them. */
public record StoredRequest(GlobalRequest request, Map<String, String> annotations) {
    public StoredRequest {
        annotations = Map.copyOf(annotations);
    }
}
