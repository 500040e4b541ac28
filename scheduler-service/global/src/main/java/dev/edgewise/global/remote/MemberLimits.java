package dev.edgewise.global.remote;

import java.time.Duration;

/**
 * The limits for each member.
 *
 * @param timeout of one request
 * @param requests at a time
 * @param threads that work for it
 * @param healthEvery how often it is asked whether it answers
 * @param capacityEvery how often its capacity is read
 * @param bidAge how old the capacity of a bid may be before it is read again for it
 * @param capacityValid how old the capacity of a bid may be if it cannot be read again in time
 * @param capacityReads members whose capacity is read at a time
 */
record MemberLimits(
        Duration timeout,
        int requests,
        int threads,
        Duration healthEvery,
        Duration capacityEvery,
        Duration bidAge,
        Duration capacityValid,
        int capacityReads) {}
