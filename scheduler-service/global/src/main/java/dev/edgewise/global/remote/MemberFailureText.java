package dev.edgewise.global.remote;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;

/** Says for people why a member is not reached. */
final class MemberFailureText {
    private static final int LONGEST = 200;

    private MemberFailureText() {}

    static String text(IOException failed) {
        if (failed instanceof SocketTimeoutException) {
            return "no answer in time";
        }
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException
                    || cause.getClass().getName().startsWith("sun.security.provider.certpath")) {
                return "its certificate is not one that certificate-authority-data vouches for: " + cut(cause);
            }
        }
        return "no answer: " + cut(failed);
    }

    private static String cut(Throwable failure) {
        String text = failure.getClass().getSimpleName() + " " + failure.getMessage();
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }
}
