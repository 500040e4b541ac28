package dev.edgewise.global.web;

import dev.edgewise.global.callback.CallbackProgressStore;
import dev.edgewise.global.callback.CallbackState;
import dev.edgewise.global.model.GlobalRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** States in memory. */
public final class FakeCallbackRecords implements CallbackProgressStore {
    private final Map<String, CallbackState> states = new ConcurrentHashMap<>();
    private final Map<String, String> secrets = new ConcurrentHashMap<>();
    private volatile boolean refusing;

    public void setRefusing(boolean refusing) {
        this.refusing = refusing;
    }

    public void putSecret(String name, String secret) {
        secrets.put(name, secret);
    }

    @Override
    public boolean isMine(GlobalRequest request) {
        return true;
    }

    @Override
    public @Nullable CallbackState read(GlobalRequest request) {
        return states.get(request.uid());
    }

    @Override
    public boolean write(GlobalRequest request, CallbackState state) {
        if (refusing) {
            return false;
        }
        states.put(request.uid(), state);
        return true;
    }

    @Override
    public @Nullable String secret(GlobalRequest request) {
        return secrets.get(request.spec().callback().secretName());
    }
}
