package dev.edgewise.sandbox.cluster.controller;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** Name parts as Kubernetes makes them: of letters and digits that spell no words. */
final class RandomNameSuffixes {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private RandomNameSuffixes() {}

    /** The suffix of a generated name. */
    static String random(int length, RandomGenerator random) {
        StringBuilder name = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return name.toString();
    }

    /** The {@code pod-template-hash} of a template: FNV-1a of its JSON, in safe characters. */
    static String hash(String json) {
        int hash = 0x811c9dc5;
        for (byte b : json.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b & 0xff) * 0x01000193;
        }
        StringBuilder name = new StringBuilder();
        for (char digit : Integer.toUnsignedString(hash).toCharArray()) {
            name.append(ALPHABET.charAt(digit % ALPHABET.length()));
        }
        return name.toString();
    }
}
