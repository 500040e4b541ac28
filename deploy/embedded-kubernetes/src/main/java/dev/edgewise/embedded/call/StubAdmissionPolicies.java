package dev.edgewise.embedded.call;

import dev.edgewise.embedded.store.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The admission policies that a test defines: writes whose body does not fit are refused, as a
 * ValidatingAdmissionPolicy refuses them.
 */
public final class StubAdmissionPolicies {
    private static final int UNPROCESSABLE = 422;

    private final List<Policy> policies = new CopyOnWriteArrayList<>();

    private record Policy(String method, Pattern path, Predicate<String> refused, String message) {
        boolean refuses(ApiRequest request) {
            return request.method().equals(method)
                    && path.matcher(request.path()).find()
                    && refused.test(new String(request.body(), StandardCharsets.UTF_8));
        }
    }

    public void refuse(String method, Pattern path, Predicate<String> refused, String message) {
        policies.add(new Policy(method, path, refused, message));
    }

    public void review(ApiRequest request) {
        policies.stream().filter(each -> each.refuses(request)).findFirst().ifPresent(each -> {
            throw ApiException.of(UNPROCESSABLE, "Invalid", each.message());
        });
    }
}
