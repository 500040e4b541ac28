package dev.edgewise.sandbox.evaluate.recovery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files that an option names. */
final class InputFiles {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(
                    DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private InputFiles() {}

    /**
     * The file itself, or those in the directory whose names match, in the order of their names.
     *
     * @param endings a regular expression
     */
    static List<Path> of(Path given, String endings) {
        if (Files.isRegularFile(given)) {
            return List.of(given);
        }
        try (Stream<Path> files = Files.list(given)) {
            List<Path> found = files.filter(file -> file.toString().matches(".*\\.(" + endings + ")"))
                    .sorted()
                    .toList();
            if (!found.isEmpty()) {
                return found;
            }
        } catch (IOException e) {
            // Reported below, with what is allowed.
        }
        throw new InputException(
                given + ": allowed: a readable file, or a directory with files ." + endings.replace("|", ", ."));
    }

    static JsonNode json(Path file) {
        try {
            return JSON.readTree(Files.readString(file));
        } catch (JsonProcessingException e) {
            throw new InputException(file + ": no JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new InputException(file + ": allowed: a readable file (" + e.getMessage() + ")");
        }
    }
}
