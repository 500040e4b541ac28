package dev.edgewise.global.callback;

import dev.edgewise.common.Require;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.http.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Decides where callbacks may go: to public addresses, and to hosts that a setting names. A name is looked up once for
 * each delivery, all its addresses are checked, and the connection is made with the address that was checked: a name
 * that changes in between leads nowhere else.
 */
public final class CallbackTargets {
    private static final String ALLOWED =
            "a host with public addresses, or one that edgewise.global.callback.allowed-hosts names";
    /** Hosts that are an address: IPv6, or IPv4 in its dotted, short and numeric forms. */
    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|.*:.*");

    private final List<String> allowedHosts;
    private final Resolver resolver;

    /** Finds all addresses of a name. */
    interface Resolver {
        InetAddress[] find(String host) throws UnknownHostException;
    }

    CallbackTargets(List<String> allowedHosts, Resolver resolver) {
        this.allowedHosts =
                allowedHosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList();
        this.resolver = resolver;
    }

    /** Thrown when a target is not allowed. */
    static final class RefusedTargetException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedTargetException(String message) {
            super(message);
        }
    }

    /**
     * Checks the URL of a callback, without looking up its host: the addresses of a name are checked with each
     * delivery.
     *
     * @throws InvalidInputException if its host is an address that is not public
     */
    public void requireAllowed(String field, String url) {
        String host;
        try {
            host = host(parse(url));
        } catch (RefusedTargetException invalid) {
            throw new InvalidInputException(field, url, ALLOWED);
        }
        boolean isLocal = host.equals("localhost") || host.endsWith(".localhost");
        if (!isNamed(host) && (isLocal || (LITERAL.matcher(host).matches() && !isPublicLiteral(host)))) {
            throw new InvalidInputException(field, url, ALLOWED);
        }
    }

    /**
     * Returns the URL.
     *
     * @throws RefusedTargetException if its scheme is not http or https, or it has no host
     */
    static URI parse(String url) throws RefusedTargetException {
        try {
            URI parsed = new URI(url);
            Require.httpUrl("callback.url", parsed, "https://hooks.example.org");
            return parsed;
        } catch (URISyntaxException | IllegalArgumentException invalid) {
            throw new RefusedTargetException("callback.url must be an http or https URL without user and password");
        }
    }

    private static boolean isPublicLiteral(String host) {
        try {
            return PublicAddressRules.isPublic(InetAddress.getByName(host));
        } catch (UnknownHostException none) {
            return false;
        }
    }

    /**
     * Returns the address that a delivery connects to.
     *
     * @throws UndeliverableException if the host has no address, or one that is not allowed. The message does not say
     *     which, so that senders of requests cannot find out the names of a private network
     */
    InetAddress resolve(URI url) throws UndeliverableException {
        String host = host(url);
        InetAddress[] addresses = addresses(host);
        boolean isAllowed = isNamed(host) || Arrays.stream(addresses).allMatch(PublicAddressRules::isPublic);
        if (addresses.length == 0 || !isAllowed) {
            throw new UndeliverableException("the host of callback.url is " + host + ": it must be " + ALLOWED);
        }
        return addresses[0];
    }

    private InetAddress[] addresses(String host) {
        try {
            return resolver.find(host);
        } catch (UnknownHostException unknown) {
            return new InetAddress[0];
        }
    }

    private boolean isNamed(String host) {
        return allowedHosts.stream()
                .anyMatch(allowed ->
                        allowed.startsWith("*.") ? host.endsWith(allowed.substring(1)) : host.equals(allowed));
    }

    private static String host(URI url) {
        String host = Address.host(url).toLowerCase(Locale.ROOT);
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }
}
