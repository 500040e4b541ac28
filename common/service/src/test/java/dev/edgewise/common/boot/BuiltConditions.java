package dev.edgewise.common.boot;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.classreading.CachingMetadataReaderFactory;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/** Conditions that the build decides for a service whose beans it works out. */
public final class BuiltConditions {
    private BuiltConditions() {}

    /**
     * Settings of ours that conditions on the class path look at, and that no module names: given one, the service
     * would start with the wrong beans.
     */
    public static Set<String> unnamed() throws IOException {
        Map<String, String> seen = AotContextSelector.seen();
        Set<String> unnamed = new TreeSet<>();
        MetadataReaderFactory classes = new CachingMetadataReaderFactory();
        for (Resource file :
                new PathMatchingResourcePatternResolver().getResources("classpath*:dev/edgewise/**/*.class")) {
            properties(classes.getMetadataReader(file).getAnnotationMetadata())
                    .filter(name -> !seen.containsKey(KnownProperties.plain(name)))
                    .forEach(unnamed::add);
        }
        return unnamed;
    }

    private static Stream<String> properties(AnnotationMetadata type) {
        Stream<? extends AnnotatedTypeMetadata> annotated = Stream.concat(
                Stream.of(type), type.getAnnotatedMethods(ConditionalOnProperty.class.getName()).stream());
        return annotated
                .flatMap(one -> one.getAnnotations().stream(ConditionalOnProperty.class))
                .flatMap(BuiltConditions::names);
    }

    private static Stream<String> names(MergedAnnotation<ConditionalOnProperty> condition) {
        String prefix = condition.getString("prefix");
        return Stream.of(condition.getStringArray("name"), condition.getStringArray("value"))
                .flatMap(names -> List.of(names).stream())
                .map(name -> prefix.isEmpty() || prefix.endsWith(".") ? prefix + name : prefix + '.' + name);
    }
}
