package dev.edgewise.global.callback;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;

/**
 * The rule that says which addresses are public. All others are refused: tenants name addresses, and the service could
 * reach machines and metadata servers that they cannot. An IPv6 address that maps an IPv4 one is that one for Java
 * already.
 */
final class PublicAddressRules {
    private static final int BYTE = 0xff;

    /** Networks of IPv4 that are no public ones: RFC 6890 and its successors. */
    private static final List<Network> REFUSED = List.of(
            new Network(0, 0, 0, 0, 8),
            new Network(10, 0, 0, 0, 8),
            new Network(100, 64, 0, 0, 10),
            new Network(127, 0, 0, 0, 8),
            new Network(169, 254, 0, 0, 16),
            new Network(172, 16, 0, 0, 12),
            new Network(192, 0, 0, 0, 24),
            new Network(192, 0, 2, 0, 24),
            new Network(192, 88, 99, 0, 24),
            new Network(192, 168, 0, 0, 16),
            new Network(198, 18, 0, 0, 15),
            new Network(198, 51, 100, 0, 24),
            new Network(203, 0, 113, 0, 24),
            new Network(224, 0, 0, 0, 3));

    private PublicAddressRules() {}

    private record Network(int address, int bits) {
        Network(int first, int second, int third, int fourth, int bits) {
            this((first << 24) | (second << 16) | (third << 8) | fourth, bits);
        }

        boolean contains(int other) {
            return (address ^ other) >>> (Integer.SIZE - bits) == 0;
        }
    }

    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet4Address) {
            int value = 0;
            for (byte each : bytes) {
                value = (value << Byte.SIZE) | (each & BYTE);
            }
            int checked = value;
            return REFUSED.stream().noneMatch(network -> network.contains(checked));
        }
        return address instanceof Inet6Address && isPublic(bytes);
    }

    /**
     * Global unicast is 2000::/3. Of it 2001::/23 (protocols, Teredo), 2001:db8::/32 and 3fff::/20 (documentation) and
     * 2002::/16 (6to4, which holds an IPv4 address) are refused.
     */
    private static boolean isPublic(byte[] bytes) {
        int first = word(bytes, 0);
        int second = word(bytes, 2);
        boolean isUnicast = first >>> 13 == 1;
        boolean isProtocol = first == 0x2001 && second < 0x0200;
        boolean isDocumentation = (first == 0x2001 && second == 0x0db8) || (first == 0x3fff && second < 0x1000);
        return isUnicast && !isProtocol && !isDocumentation && first != 0x2002;
    }

    private static int word(byte[] bytes, int at) {
        return ((bytes[at] & BYTE) << Byte.SIZE) | (bytes[at + 1] & BYTE);
    }
}
