package dev.edgewise.global.manifests;

import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.representer.Representer;

/**
 * Reads documents of YAML, of which JSON is a part, into plain maps, lists and values. No tag makes an object, and
 * nothing is read without a limit.
 */
final class YamlDocuments {
    /** The largest text: twice the size of a ConfigMap is more than the API server stores. */
    static final int MOST_CHARACTERS = 2 * 1024 * 1024;

    private static final int DEEPEST = 50;
    private static final int MOST_ALIASES = 200;

    private YamlDocuments() {}

    /**
     * Returns the documents; null for an empty one.
     *
     * @throws org.yaml.snakeyaml.error.YAMLException if the text is no YAML, says a key twice, or exceeds a limit
     */
    static List<Object> read(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setAllowRecursiveKeys(false);
        options.setCodePointLimit(MOST_CHARACTERS);
        options.setNestingDepthLimit(DEEPEST);
        options.setMaxAliasesForCollections(MOST_ALIASES);
        DumperOptions unused = new DumperOptions();
        Yaml yaml = new Yaml(new SafeConstructor(options), new Representer(unused), unused, options, new YamlScalars());
        List<Object> documents = new ArrayList<>();
        yaml.loadAll(text).forEach(documents::add);
        return documents;
    }
}
