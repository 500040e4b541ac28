package dev.edgewise.global.remote;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The identity of the documents that an attempt applies. It is shown in the record of the request, and in members. */
final class ManifestHash {
    private static final int LENGTH = 32;
    /** Digits of a Secret's hash: with more of them, a short secret could be guessed and the guess be checked. */
    private static final int CONFIDENTIAL_LENGTH = 4;

    private ManifestHash() {}

    /** @param confidential whether the documents are of a Secret */
    static String of(String documents, boolean confidential) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(documents.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, confidential ? CONFIDENTIAL_LENGTH : LENGTH);
        } catch (NoSuchAlgorithmException impossible) {
            // Each Java has it.
            throw new IllegalStateException(impossible);
        }
    }
}
