package dev.edgewise.sandbox.run;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a directory of manifests before anything starts, so that a mistake in one costs no time. */
public final class Manifests {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    private Manifests() {}

    /**
     * The objects of all {@code .yaml}, {@code .yml} and {@code .json} files, in the order of the files' names.
     *
     * @throws SandboxException naming the file that cannot be used, or the line of a kind that cannot be created
     */
    static List<HasMetadata> read(Path directory) {
        List<HasMetadata> objects = new ArrayList<>();
        files(directory).forEach(file -> readFile(file).forEach(object -> {
            ManifestKinds.check(object, file);
            objects.add(object);
        }));
        return nonEmpty(objects, directory);
    }

    private static List<HasMetadata> nonEmpty(List<HasMetadata> objects, Path directory) {
        if (objects.isEmpty()) {
            throw SandboxException.input("--manifests " + directory
                    + ": no manifests; a directory with .yaml, .yml or .json files is expected");
        }
        return List.copyOf(objects);
    }

    /**
     * The objects of one file.
     *
     * @throws SandboxException naming the file if it cannot be used
     */
    public static List<HasMetadata> readFile(Path file) {
        List<HasMetadata> found = new ArrayList<>();
        collect(parse(file), file, found);
        return found;
    }

    /**
     * Returns the objects of all files like {@link #read}, which must be of one kind.
     *
     * @throws SandboxException naming the file that cannot be used, or the object of another kind
     */
    static List<HasMetadata> readOnly(Path directory, String kind) {
        List<HasMetadata> objects = new ArrayList<>();
        files(directory).forEach(file -> readFile(file).forEach(object -> {
            if (!object.getKind().equals(kind)) {
                throw SandboxException.input(file + ": kind is " + object.getKind() + ": it must be " + kind);
            }
            objects.add(object);
        }));
        return nonEmpty(objects, directory);
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().matches(".*\\.(yaml|yml|json)"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw SandboxException.input("--manifests " + directory + ": it is not a directory that can be read");
        }
    }

    private static @Nullable Object parse(Path file) {
        try {
            return YAML.unmarshal(Files.readString(file));
        } catch (IOException | RuntimeException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw SandboxException.input(file + ": not a Kubernetes manifest: " + cause.getMessage());
        }
    }

    private static void collect(@Nullable Object parsed, Path file, List<HasMetadata> into) {
        if (parsed instanceof KubernetesList list) {
            list.getItems().forEach(item -> collect(item, file, into));
        } else if (parsed instanceof Collection<?> documents) {
            documents.forEach(document -> collect(document, file, into));
        } else if (parsed instanceof HasMetadata object) {
            into.add(checked(object, file));
        } else if (parsed != null) {
            throw SandboxException.input(file + ": not a Kubernetes object: it needs apiVersion, kind and metadata");
        }
    }

    private static HasMetadata checked(HasMetadata object, Path file) {
        if (object.getKind() == null
                || object.getMetadata() == null
                || object.getMetadata().getName() == null) {
            throw SandboxException.input(file + ": a " + object.getKind() + " without metadata.name");
        }
        return object;
    }
}
