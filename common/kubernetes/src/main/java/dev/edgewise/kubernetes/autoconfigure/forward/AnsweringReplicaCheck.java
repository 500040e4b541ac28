package dev.edgewise.kubernetes.autoconfigure.forward;

import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.OnLeader;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.List;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Ends the start of a service that elects a leader if a controller method below {@code /api} or {@code /external} says
 * neither by {@link OnLeader} nor by {@link OnAnyReplica} which replica answers: without a word, a standby would answer
 * from what it does not have.
 */
final class AnsweringReplicaCheck implements SmartInitializingSingleton {
    private static final List<String> APIS = List.of("/api/", "/external/");

    private final Collection<RequestMappingHandlerMapping> mappings;

    AnsweringReplicaCheck(Collection<RequestMappingHandlerMapping> mappings) {
        this.mappings = mappings;
    }

    @Override
    public void afterSingletonsInstantiated() {
        mappings.forEach(mapping -> mapping.getHandlerMethods().forEach(AnsweringReplicaCheck::require));
    }

    private static void require(RequestMappingInfo info, HandlerMethod method) {
        boolean isApi = info.getPatternValues().stream()
                .anyMatch(pattern -> APIS.stream().anyMatch(pattern::startsWith));
        boolean isAnnotated = has(method, OnLeader.class) || has(method, OnAnyReplica.class);
        boolean isBoth = method.hasMethodAnnotation(OnLeader.class) && method.hasMethodAnnotation(OnAnyReplica.class);
        if (isApi && (!isAnnotated || isBoth)) {
            throw new IllegalStateException(info + " must say which replica answers: " + method
                    + " must have either @OnLeader or @OnAnyReplica");
        }
    }

    /** Whether the leader alone can answer: what the method says counts more than what its class says. */
    static boolean isOnLeader(HandlerMethod method) {
        return !method.hasMethodAnnotation(OnAnyReplica.class) && has(method, OnLeader.class);
    }

    private static boolean has(HandlerMethod method, Class<? extends Annotation> annotation) {
        return method.hasMethodAnnotation(annotation) || method.getBeanType().isAnnotationPresent(annotation);
    }
}
