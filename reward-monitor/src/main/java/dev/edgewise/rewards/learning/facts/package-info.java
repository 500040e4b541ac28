/**
 * Facts from which the learner learns: what the API server shows of nodes, pods and their Warning events, and what is
 * reported; pure.
 */
@NullMarked
package dev.edgewise.rewards.learning.facts;

import org.jspecify.annotations.NullMarked;
