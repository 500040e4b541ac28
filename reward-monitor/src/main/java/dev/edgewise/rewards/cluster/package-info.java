/** What the API server shows of nodes, pods and their warnings, and passes it to the learner; pure. */
@NullMarked
package dev.edgewise.rewards.cluster;

import org.jspecify.annotations.NullMarked;
