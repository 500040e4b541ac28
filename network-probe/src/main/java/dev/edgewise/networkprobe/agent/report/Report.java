package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.RoundResult;
import java.time.Instant;

/**
 * A round that is over.
 *
 * @param round counts the agent's rounds, from 1
 * @param measuredAt when it was over
 * @param result what it learnt
 */
record Report(long round, Instant measuredAt, RoundResult result) {}
