package dev.edgewise.rewards.learning.view;

import dev.edgewise.common.signal.reward.Reward;

/**
 * A view of a type over all nodes.
 *
 * @param reward reward over all nodes, as it is published
 * @param nodes number of nodes on which it ran or was learned
 * @param quarantined number of nodes on which it is in quarantine or on probation
 * @param capped number of nodes that would be in quarantine if fewer others were
 */
public record PodTypeView(String type, Reward reward, int nodes, int quarantined, int capped) {}
