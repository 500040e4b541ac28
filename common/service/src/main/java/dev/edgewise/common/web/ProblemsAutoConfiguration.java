package dev.edgewise.common.web;

import java.util.Comparator;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Gives each service the same error responses; before Boot's auto-configuration, which then backs off. */
@AutoConfiguration(before = WebMvcAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class ProblemsAutoConfiguration {
    @Bean
    Problems problems(ObjectProvider<RequestMappingHandlerMapping> mappings) {
        return new Problems(() -> mappings.stream()
                .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
                .flatMap(ProblemsAutoConfiguration::routes)
                .filter(route -> route.contains(" /api/"))
                .distinct()
                .sorted(Comparator.comparing(route -> route.substring(route.indexOf(' '))))
                .toList());
    }

    private static Stream<String> routes(RequestMappingInfo info) {
        return info.getMethodsCondition().getMethods().stream()
                .flatMap(method -> info.getPatternValues().stream().map(path -> method + " " + path));
    }
}
