package dev.edgewise.energy.series;

import dev.edgewise.common.boot.InvalidConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the file that a property names; without a good one the service does not start. */
public final class SeriesFileReader {
    private SeriesFileReader() {}

    /**
     * Reads values from 0 to {@code highest}.
     *
     * @param property that names the file, for errors
     * @param allowed what a value may be, for errors
     * @throws InvalidConfigurationException naming property and file, and what is wrong with it
     */
    public static NodeTimeSeries read(String property, Path file, double highest, String allowed) {
        try {
            return SeriesCsvReader.parse(file.toString(), Files.readAllLines(file), highest, allowed);
        } catch (InvalidSeriesException e) {
            throw wrong(property, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw wrong(property, file + " cannot be read: " + e);
        }
    }

    private static InvalidConfigurationException wrong(String property, String problem) {
        return new InvalidConfigurationException(
                "The file of " + property + " cannot be used: " + problem + ".", "Correct it.");
    }
}
