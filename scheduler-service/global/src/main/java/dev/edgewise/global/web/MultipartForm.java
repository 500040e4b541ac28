package dev.edgewise.global.web;

import dev.edgewise.common.web.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.tomcat.util.http.fileupload.FileItemIterator;
import org.apache.tomcat.util.http.fileupload.FileItemStream;
import org.apache.tomcat.util.http.fileupload.FileUpload;
import org.apache.tomcat.util.http.fileupload.UploadContext;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Reads a form of several parts whose bytes are here already: its fields and files, as text. */
final class MultipartForm {
    private static final int MOST_PARTS = 40;

    private MultipartForm() {}

    private record Body(byte[] bytes, String contentType) implements UploadContext {
        @Override
        public String getCharacterEncoding() {
            return StandardCharsets.UTF_8.name();
        }

        @Override
        public String getContentType() {
            return contentType;
        }

        @Override
        public long contentLength() {
            return bytes.length;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(bytes);
        }
    }

    /**
     * Returns the text of each part by its name; an empty one is left out.
     *
     * @throws ResponseStatusException 400 if it is no such form
     * @throws InvalidInputException if a name is there twice
     */
    static Map<String, String> read(byte[] bytes, String contentType) {
        Map<String, String> fields = new LinkedHashMap<>();
        try {
            FileItemIterator parts = new FileUpload().getItemIterator(new Body(bytes, contentType));
            for (int count = 0; parts.hasNext(); count++) {
                if (count == MOST_PARTS) {
                    throw new InvalidInputException("body", "more than " + MOST_PARTS + " parts", "a form with fewer");
                }
                add(fields, parts.next());
            }
        } catch (IOException malformed) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, "The body is no multipart/form-data: " + malformed.getMessage(), malformed);
        }
        return fields;
    }

    private static void add(Map<String, String> fields, FileItemStream part) throws IOException {
        String name = part.getFieldName();
        try (InputStream content = part.openStream()) {
            String text = new String(content.readAllBytes(), StandardCharsets.UTF_8);
            if (name == null) {
                throw new InvalidInputException("body", "a part without a name", "parts with names");
            }
            if (!text.isEmpty() && fields.putIfAbsent(name, text) != null) {
                throw new InvalidInputException(name, "there twice", "in the form once");
            }
        }
    }
}
