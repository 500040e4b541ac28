package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.Reward;

/**
 * What is known of a type.
 *
 * @param reward over all nodes, as it is published
 * @param nodes on how many nodes something is known of it
 * @param quarantined on how many of them it is in quarantine or probation
 * @param capped on how many it would be in quarantine if there were not as many already as may be
 */
public record TypeView(String type, Reward reward, int nodes, int quarantined, int capped) {}
