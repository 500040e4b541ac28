package dev.edgewise.global.web;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.global.model.FunctionCallSpec;
import dev.edgewise.global.model.PolicyType;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a request's functions, as a client declares them.
 *
 * @param computeMillis time that a function computes for one call on an idle CPU
 * @param payloadBytes sent to each function
 * @param functions how many functions a call still goes through
 * @param resultCluster the cluster that gets the result
 */
public record SubmittedFunctionCall(
        @Nullable Double computeMillis,
        @Nullable Long payloadBytes,
        @Nullable Integer functions,
        @Nullable String resultCluster) {
    /** @throws InvalidInputException naming field, value and what is allowed */
    static FunctionCallSpec shape(@Nullable SubmittedFunctionCall call, PolicyType type) {
        if (call != null) {
            return call.shape();
        }
        if (type == PolicyType.RESPONSE_TIME) {
            throw new InvalidInputException(
                    "policy.call", "nothing", "the calls of the functions, with computeMillis, for ResponseTime");
        }
        return FunctionCallSpec.NONE;
    }

    private FunctionCallSpec shape() {
        if (computeMillis == null
                || !(computeMillis >= FunctionCallSpec.SHORTEST_COMPUTE_MILLIS)
                || computeMillis > FunctionCallSpec.LONGEST_COMPUTE_MILLIS) {
            throw new InvalidInputException(
                    "policy.call.computeMillis",
                    computeMillis == null ? "nothing" : computeMillis,
                    "a number from " + FunctionCallSpec.SHORTEST_COMPUTE_MILLIS + " to "
                            + (long) FunctionCallSpec.LONGEST_COMPUTE_MILLIS);
        }
        return new FunctionCallSpec(
                computeMillis,
                within("payloadBytes", payloadBytes, 0, FunctionCallSpec.LARGEST_PAYLOAD_BYTES),
                (int) within(
                        "functions", functions == null ? null : (long) functions, 1, FunctionCallSpec.MOST_FUNCTIONS),
                RequestFieldValidator.clusterOr("policy.call.resultCluster", resultCluster, ""));
    }

    private static long within(String field, @Nullable Long given, long least, long most) {
        if (given == null) {
            return least;
        }
        if (given < least || given > most) {
            throw new InvalidInputException(
                    "policy.call." + field, given, "a whole number from " + least + " to " + most);
        }
        return given;
    }
}
