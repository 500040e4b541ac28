package dev.edgewise.common.security;

import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/** The log of who changed what by REST, which {@link AuditLogFilter} writes. */
public final class AuditLog {
    /** Attribute of a request: the name of the user who calls. */
    static final String CALLER = AuditLog.class.getName() + ".caller";
    /** Attribute of a request that is not logged. */
    static final String LEFT_OUT = AuditLog.class.getName() + ".leftOut";

    private AuditLog() {}

    /**
     * Leaves out the call that this thread serves: it changes nothing, or another replica has answered and logged it.
     */
    public static void leaveOut() {
        keep(LEFT_OUT, true);
    }

    /** Remembers the user of the call that this thread serves, if it serves one. */
    static void remember(TokenUser caller) {
        keep(CALLER, caller.name());
    }

    private static void keep(String name, Object value) {
        RequestAttributes served = RequestContextHolder.getRequestAttributes();
        if (served != null) {
            served.setAttribute(name, value, RequestAttributes.SCOPE_REQUEST);
        }
    }
}
