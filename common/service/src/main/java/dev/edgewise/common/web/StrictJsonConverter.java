package dev.edgewise.common.web;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads request bodies whose fields are all known: another one was misspelled, and ignored it would do something else
 * than its caller wants. A body has at most 64 KiB, and arrives within the time that {@link LimitedRequestBodyReader}
 * gives.
 */
final class StrictJsonConverter extends JacksonJsonHttpMessageConverter {
    static final int MOST = 64 * 1024;

    StrictJsonConverter(JsonMapper json) {
        super(json);
    }

    private record ReadMessage(HttpHeaders headers, byte[] bytes) implements HttpInputMessage {
        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public InputStream getBody() {
            return new ByteArrayInputStream(bytes);
        }
    }

    @Override
    public Object read(ResolvableType type, HttpInputMessage message, @Nullable Map<String, Object> hints)
            throws IOException {
        byte[] bytes = LimitedRequestBodyReader.read(message.getBody(), MOST);
        return super.read(type, new ReadMessage(message.getHeaders(), bytes), hints);
    }

    @Override
    protected ObjectReader customizeReader(ObjectReader reader, JavaType type) {
        return super.customizeReader(reader, type).with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }
}
