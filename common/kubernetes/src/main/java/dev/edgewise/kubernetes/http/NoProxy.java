package dev.edgewise.kubernetes.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that are reached without a proxy, in the forms that client-go understands: a name, which includes those
 * below it; {@code .name}, only those below it; an address; a range such as {@code 10.96.0.0/12}; each with or without
 * a port; or {@code *} for all.
 */
final class NoProxy {
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private NoProxy() {}

    /** @param host a name or an address, without brackets */
    static boolean exempts(String host, int port, String @Nullable [] entries) {
        for (String entry : entries == null ? new String[0] : entries) {
            if (matches(entry.trim(), host, port)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String entry, String host, int port) {
        if (entry.isEmpty()) {
            return false;
        }
        if (entry.equals("*")) {
            return true;
        }
        int slash = entry.indexOf('/');
        if (slash >= 0) {
            return isWithin(address(host), address(entry.substring(0, slash)), entry.substring(slash + 1));
        }
        int colon = portAt(entry);
        String name = unbracketed(colon < 0 ? entry : entry.substring(0, colon));
        boolean portFits = colon < 0 || entry.substring(colon + 1).equals(Integer.toString(port));
        return portFits && (ADDRESS.matcher(name).matches() ? isSame(name, host) : isBelow(name, host));
    }

    /** Index of the colon before the port; -1 if there is no port, as in an IPv6 address. */
    private static int portAt(String entry) {
        int last = entry.lastIndexOf(':');
        boolean bracketed = entry.startsWith("[");
        boolean several = entry.indexOf(':') != last;
        return bracketed ? entry.indexOf("]:") < 0 ? -1 : last : several ? -1 : last;
    }

    private static boolean isBelow(String entry, String host) {
        String name = entry.startsWith("*.") ? entry.substring(1) : entry;
        boolean itself = !name.startsWith(".") && host.equalsIgnoreCase(name);
        String ending = name.startsWith(".") ? name : "." + name;
        return itself || host.regionMatches(true, host.length() - ending.length(), ending, 0, ending.length());
    }

    private static boolean isSame(String entry, String host) {
        byte[] address = address(entry);
        return address != null && java.util.Arrays.equals(address, address(host));
    }

    private static boolean isWithin(byte @Nullable [] address, byte @Nullable [] range, String prefix) {
        if (address == null || range == null || address.length != range.length || !prefix.matches("\\d{1,3}")) {
            return false;
        }
        int bits = Integer.parseInt(prefix);
        if (bits > 8 * range.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((address[bit / 8] & mask) != (range[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    /** Bytes of a numeric address; null for a name, which is not looked up. */
    private static byte @Nullable [] address(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            return null;
        }
        try {
            return InetAddress.getByName(text).getAddress();
        } catch (UnknownHostException notOne) {
            return null;
        }
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }
}
