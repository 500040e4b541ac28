package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.global.model.FunctionCallSpec;
import dev.edgewise.global.model.PolicyType;

/** Reads the calls that a policy declares. */
final class FunctionCallSpecReader {
    private static final String PATH = "spec.policy.call";
    private static final int LONGEST_LABEL = 63;

    private FunctionCallSpecReader() {}

    static FunctionCallSpec read(JsonNode policy, PolicyType type) {
        JsonNode call = policy.path("call");
        if (call.isMissingNode() || call.isNull()) {
            if (type == PolicyType.RESPONSE_TIME) {
                throw SpecFieldReader.problem(
                        PATH, call, "the calls of the functions, with computeMillis, for ResponseTime");
            }
            return FunctionCallSpec.NONE;
        }
        return new FunctionCallSpec(
                computeMillis(call.path("computeMillis")),
                whole(call, "payloadBytes", 0, FunctionCallSpec.LARGEST_PAYLOAD_BYTES, 0),
                (int) whole(call, "functions", 1, FunctionCallSpec.MOST_FUNCTIONS, 1),
                SpecFieldReader.text(call, PATH, "resultCluster", LONGEST_LABEL));
    }

    private static double computeMillis(JsonNode value) {
        double millis = value.asDouble();
        if (!value.isNumber()
                || !(millis >= FunctionCallSpec.SHORTEST_COMPUTE_MILLIS)
                || millis > FunctionCallSpec.LONGEST_COMPUTE_MILLIS) {
            throw SpecFieldReader.problem(
                    PATH + ".computeMillis",
                    value,
                    "a number from " + FunctionCallSpec.SHORTEST_COMPUTE_MILLIS + " to "
                            + (long) FunctionCallSpec.LONGEST_COMPUTE_MILLIS);
        }
        return millis;
    }

    private static long whole(JsonNode call, String field, long least, long most, long otherwise) {
        JsonNode value = call.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < least || value.asLong() > most) {
            throw SpecFieldReader.problem(PATH + "." + field, value, "a whole number from " + least + " to " + most);
        }
        return value.asLong();
    }
}
