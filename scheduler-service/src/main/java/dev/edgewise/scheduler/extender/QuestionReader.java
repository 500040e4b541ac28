package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.Body.Part;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what {@link Verb#FILTER} and {@link Verb#PRIORITIZE} are sent: of nodes their names only. Serves one body. */
final class QuestionReader {
    /** Ten times as many as Kubernetes supports. */
    static final int MOST_NODES = 50_000;

    private @Nullable Part pod;
    private @Nullable List<String> names;
    private @Nullable Part list;
    private @Nullable List<String> namesOfNodes;
    private List<Part> nodes = List.of();

    private QuestionReader() {}

    /** @throws WrongBodyException naming the first field that is not as it should be */
    static Question read(Body body) {
        QuestionReader reader = new QuestionReader();
        Walk.through(body, reader::field);
        Part pod = required(reader.pod);
        List<String> named = reader.names;
        List<String> ofNodes = reader.namesOfNodes;
        if (named == null && ofNodes != null) {
            return new Question(body, pod, ofNodes, reader.nodes, false, null);
        }
        return new Question(body, pod, named == null ? List.of() : named, List.of(), true, reader.list);
    }

    static Part required(@Nullable Part pod) {
        if (pod == null) {
            throw new WrongBodyException("Pod", "missing", "a Pod");
        }
        return pod;
    }

    private void field(String name, Walk walk) {
        switch (Walk.lower(name)) {
            case "pod" -> pod = walk.objectPart("Pod");
            case "nodenames" -> names(walk);
            case "nodes" -> nodes(walk);
            default -> walk.skip();
        }
    }

    private void names(Walk walk) {
        names = null;
        list = null;
        if (!walk.isNull()) {
            int from = walk.begin();
            List<String> read = new ArrayList<>();
            walk.list("NodeNames", MOST_NODES, i -> read.add(walk.text("NodeNames[]")));
            names = read;
            list = new Part(from, walk.end());
        }
    }

    private void nodes(Walk walk) {
        namesOfNodes = walk.isNull() ? null : new ArrayList<>();
        nodes = new ArrayList<>();
        walk.object("Nodes", field -> {
            if (Walk.lower(field).equals("items")) {
                walk.list("Nodes.items", MOST_NODES, i -> node(walk, i));
            } else {
                walk.skip();
            }
        });
    }

    private void node(Walk walk, int place) {
        int from = walk.begin();
        String[] name = new String[1];
        walk.object("Nodes.items[" + place + "]", field -> metadata(field, walk, name));
        if (name[0] == null) {
            throw new WrongBodyException("Nodes.items[" + place + "].metadata.name", "missing", "a text");
        }
        nodes.add(new Part(from, walk.end()));
        if (namesOfNodes != null) {
            namesOfNodes.add(name[0]);
        }
    }

    private static void metadata(String field, Walk walk, @Nullable String[] name) {
        if (!field.equals("metadata")) {
            walk.skip();
            return;
        }
        walk.object("metadata", inner -> {
            if (inner.equals("name")) {
                name[0] = walk.text("metadata.name");
            } else {
                walk.skip();
            }
        });
    }
}
