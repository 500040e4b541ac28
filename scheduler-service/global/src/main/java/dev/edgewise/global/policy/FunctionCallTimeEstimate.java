package dev.edgewise.global.policy;

import dev.edgewise.common.FunctionCallTimeEstimator;
import dev.edgewise.global.model.FunctionCallSpec;

/**
 * The time of a call, from its source through all functions that it still goes through and back, if these run in one
 * cluster. All parts are in milliseconds.
 *
 * <p>Functions that follow in requests of their own are estimated again when they are placed. Delays between nodes of
 * one cluster are not known here, and count as 0.
 *
 * @param thereMillis delay from the source to the cluster
 * @param transferMillis transfer of the payload to the first function over the link from the source, and to each
 *     further one within the cluster
 * @param computingMillis computation of all functions on nodes with the load that they have with the pods
 * @param backMillis delay from the cluster to that which gets the result
 */
record FunctionCallTimeEstimate(double thereMillis, double transferMillis, double computingMillis, double backMillis) {
    static FunctionCallTimeEstimate of(FunctionCallSpec call, Bid bid) {
        ResponseTimeInputs figures = bid.call();
        double transfer = FunctionCallTimeEstimator.transferMillis(call.payloadBytes(), figures.megabits())
                + (call.functions() - 1)
                        * FunctionCallTimeEstimator.transferMillis(
                                call.payloadBytes(), FunctionCallTimeEstimator.LAN_MEGABITS);
        double computing = call.functions()
                * FunctionCallTimeEstimator.computingMillis(
                        call.computeMillis() / figures.speed(), figures.loadShare());
        return new FunctionCallTimeEstimate(bid.latencyMillis(), transfer, computing, figures.returnMillis());
    }

    /** Returns the sum; NaN if a part is unknown. */
    double millis() {
        return thereMillis + transferMillis + computingMillis + backMillis;
    }
}
