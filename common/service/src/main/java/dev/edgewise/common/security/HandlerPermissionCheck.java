package dev.edgewise.common.security;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Ends the start if a controller method below {@code /api} or {@code /external} says neither by {@link
 * RequiresPermission} nor by {@link ChecksCallerItself} who may call it, or if Spring would read the body for it before
 * it can check its caller itself.
 */
final class HandlerPermissionCheck implements SmartInitializingSingleton {
    private static final List<String> APIS = List.of("/api/", "/external/");

    private final Collection<RequestMappingHandlerMapping> mappings;

    HandlerPermissionCheck(Collection<RequestMappingHandlerMapping> mappings) {
        this.mappings = mappings;
    }

    @Override
    public void afterSingletonsInstantiated() {
        mappings.forEach(mapping -> mapping.getHandlerMethods().forEach(HandlerPermissionCheck::require));
    }

    private static void require(RequestMappingInfo info, HandlerMethod method) {
        boolean isApi = info.getPatternValues().stream()
                .anyMatch(pattern -> APIS.stream().anyMatch(pattern::startsWith));
        if (!isApi || method.hasMethodAnnotation(RequiresPermission.class)) {
            return;
        }
        if (!method.hasMethodAnnotation(ChecksCallerItself.class)) {
            throw new IllegalStateException(info + " is open to everybody: " + method
                    + " must have @RequiresPermission, or @ChecksCallerItself");
        }
        if (Arrays.stream(method.getMethodParameters())
                .anyMatch(parameter -> parameter.hasParameterAnnotation(RequestBody.class))) {
            throw new IllegalStateException(
                    info + " reads the body of every caller: " + method
                            + " must have @RequiresPermission, or read the body after it has checked its caller, without @RequestBody");
        }
    }
}
