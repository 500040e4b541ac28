package dev.edgewise.kubernetes.http;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import java.util.Map;
import java.util.Set;

/**
 * Creates the ObjectMappers that read what the API server sends, without limits on sizes. The server has checked the
 * size of each object, and what it stores must not stop a watch. A tenant chooses names, such as those of environment
 * variables, and numbers, such as those of a device's parameters, of any length.
 */
public final class ApiServerObjectMappers {
    private ApiServerObjectMappers() {}

    /** A mapper of the caller's own, to be configured further. */
    public static ObjectMapper mapper() {
        return new ObjectMapper(factory());
    }

    /** A mapper that ignores unknown fields, such as those of a newer version of Kubernetes. */
    public static ObjectMapper lenient() {
        return mapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }

    /**
     * A lenient mapper that also skips fields that are never read: they are most of an object's bytes. The result must
     * not be written back, as it would lose these fields.
     *
     * @param fields names with spaces between them, by the type that has them
     */
    public static ObjectMapper without(Map<Class<?>, String> fields) {
        ObjectMapper mapper = lenient();
        fields.forEach((type, names) -> mapper.configOverride(type)
                .setIgnorals(JsonIgnoreProperties.Value.forIgnoredProperties(names.split(" "))));
        return mapper;
    }

    /**
     * A copy of a mapper that reads only the named fields of some types.
     *
     * @param fields names, by the type that has them; other types keep all
     */
    public static ObjectMapper only(ObjectMapper all, Map<Class<?>, Set<String>> fields) {
        ObjectMapper mapper = all.copy();
        AnnotationIntrospector included = new NopAnnotationIntrospector() {
            private static final long serialVersionUID = 1L;

            @Override
            public JsonIncludeProperties.Value findPropertyInclusionByName(MapperConfig<?> config, Annotated type) {
                Set<String> names = fields.get(type.getRawType());
                return names == null ? JsonIncludeProperties.Value.all() : new Names(names);
            }
        };
        mapper.setAnnotationIntrospector(AnnotationIntrospector.pair(
                included, mapper.getDeserializationConfig().getAnnotationIntrospector()));
        return mapper;
    }

    /** The names of the fields that a type is read with; the library makes them of an annotation only. */
    private static final class Names extends JsonIncludeProperties.Value {
        private static final long serialVersionUID = 1L;

        Names(Set<String> names) {
            super(names);
        }
    }

    private static JsonFactory factory() {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNameLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxNestingDepth(Integer.MAX_VALUE)
                        .build())
                // The usual way takes the square of a number's length.
                .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
                // A table of known names would keep thousands of those that tenants invent, however long they are.
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
    }
}
