/** The table of nodes, pods and their Warning events that the API server shows; passes changes to the learner; pure. */
@NullMarked
package dev.edgewise.rewards.cluster;

import org.jspecify.annotations.NullMarked;
