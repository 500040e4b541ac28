package dev.edgewise.energy.prometheus;

import dev.edgewise.common.prometheus.Sample;
import dev.edgewise.energy.nodes.EnergyNode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the node that a sample is of: by its name, or one of its addresses, in any case and any way of writing an IP
 * address, as a host name, with a port, or in a URL.
 */
final class NodeResolver {
    private static final String SEVERAL = "";
    private static final Pattern PORT = Pattern.compile("[0-9]+");
    private static final Pattern SIXTH_VERSION = Pattern.compile("[0-9a-f:]*:[0-9a-f:.]*");
    private static final Pattern URL = Pattern.compile("[a-z]+://(?:[^/@]*@)?([^/?#]*).*");

    private final List<String> nodeLabels;
    private final Map<String, String> names = new HashMap<>();

    /** @param nodes all of the cluster */
    NodeResolver(List<String> nodeLabels, Collection<EnergyNode> nodes) {
        this.nodeLabels = nodeLabels;
        // What is surer replaces what is less so: first names without their domain, then addresses, then names.
        Map<String, String> addresses = new HashMap<>();
        for (EnergyNode node : nodes) {
            add(names, shortName(normal(node.name())), node);
            for (String address : node.addresses()) {
                String host = normal(address);
                add(names, shortName(host), node);
                add(addresses, host, node);
            }
        }
        names.putAll(addresses);
        nodes.forEach(node -> names.put(normal(node.name()), node.name()));
    }

    private static void add(Map<String, String> to, String name, EnergyNode of) {
        to.merge(name, of.name(), (one, other) -> one.equals(other) ? one : SEVERAL);
    }

    /**
     * Finds the node that the first label with a known name or address names; empty if none does, or several nodes have
     * it.
     *
     * @param mixed whether the samples are of several clusters: then a label that names no node here may be of a node
     *     elsewhere, and no further label is tried
     */
    Optional<String> nodeOf(Sample sample, boolean mixed) {
        for (String label : nodeLabels) {
            String value = sample.labels().getOrDefault(label, "");
            String known = find(value);
            if (known != null) {
                return Optional.of(known).filter(name -> !name.equals(SEVERAL));
            }
            if (mixed && !value.isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private @Nullable String find(String value) {
        if (value.isEmpty()) {
            return null;
        }
        String host = normal(value);
        String known = names.get(host);
        return known == null ? names.get(normal(withoutPort(host))) : known;
    }

    /**
     * Normalizes a name: lower case, of a URL its host and port, without the dot at the end of a full name, and an IP
     * address in one notation.
     */
    private static String normal(String value) {
        String text = value.strip().toLowerCase(Locale.ROOT);
        Matcher url = URL.matcher(text);
        String host = url.matches() ? url.group(1) : text;
        host = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        host = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        return SIXTH_VERSION.matcher(host).matches() ? address(host) : host;
    }

    /** A text of digits and colons is never looked up in the DNS. */
    private static String address(String text) {
        try {
            return InetAddress.getByName(text).getHostAddress();
        } catch (UnknownHostException none) {
            return text;
        }
    }

    private static String shortName(String host) {
        int dot = host.indexOf('.');
        return dot > 0 && !PORT.matcher(host.substring(0, dot)).matches() ? host.substring(0, dot) : host;
    }

    /** Removes the port from {@code host:port} and {@code [address]:port}. */
    private static String withoutPort(String value) {
        int colon = value.lastIndexOf(':');
        return colon > 0 && PORT.matcher(value.substring(colon + 1)).matches() ? value.substring(0, colon) : value;
    }
}
