package dev.edgewise.global.manifests;

import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * The types of plain scalars as kubectl reads them: {@code 0644} is octal and {@code on} is true, as in YAML 1.1, but a
 * date is a text, and so is {@code 12:30}, which YAML 1.1 reads as a number of base 60.
 */
final class YamlScalars extends Resolver {
    private static final Pattern INTEGER =
            Pattern.compile("[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0o?[0-7_]+|0|[1-9][0-9_]*)");
    private static final Pattern DECIMAL = Pattern.compile(
            "[-+]?(?:[0-9][0-9_]*\\.[0-9_]*|\\.[0-9][0-9_]*|[0-9][0-9_]*(?=[eE]))(?:[eE][-+]?[0-9]+)?|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");

    @Override
    protected void addImplicitResolvers() {
        addImplicitResolver(Tag.BOOL, BOOL, "yYnNtTfFoO");
        addImplicitResolver(Tag.INT, INTEGER, "-+0123456789");
        addImplicitResolver(Tag.FLOAT, DECIMAL, "-+0123456789.");
        addImplicitResolver(Tag.MERGE, MERGE, "<");
        addImplicitResolver(Tag.NULL, NULL, "~nN\0");
        addImplicitResolver(Tag.NULL, EMPTY, null);
    }
}
