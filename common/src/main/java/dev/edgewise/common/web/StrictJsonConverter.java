package dev.edgewise.common.web;

import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads request bodies whose fields are all known: another one was misspelled, and ignored it would do something else than its caller wants. */
final class StrictJsonConverter extends JacksonJsonHttpMessageConverter {
    StrictJsonConverter(JsonMapper json) {
        super(json);
    }

    @Override
    protected ObjectReader customizeReader(ObjectReader reader, JavaType type) {
        return super.customizeReader(reader, type).with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }
}
