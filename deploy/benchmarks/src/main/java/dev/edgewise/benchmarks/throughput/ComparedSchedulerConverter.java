package dev.edgewise.benchmarks.throughput;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads contestants from the command line. */
final class ComparedSchedulerConverter implements ITypeConverter<ComparedScheduler> {
    @Override
    public ComparedScheduler convert(String value) {
        try {
            return ComparedScheduler.named(value.strip());
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
