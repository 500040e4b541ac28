package dev.edgewise.benchmarks.throughput;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads contestants from the command line. */
final class ContestantConverter implements ITypeConverter<Contestant> {
    @Override
    public Contestant convert(String value) {
        try {
            return Contestant.named(value.strip());
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
