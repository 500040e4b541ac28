package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.RoundResult;
import java.time.Instant;

/**
 * What is to be reported: a round that is over, or several.
 *
 * @param round the last of them, counted by the agent from 1
 * @param measuredAt when it was over
 * @param result what it learnt
 */
record Report(long round, Instant measuredAt, RoundResult result) {}
