/** What the API server shows of nodes, pods and their troubles, and who hears of it; pure. */
@NullMarked
package dev.edgewise.rewards.cluster;

import org.jspecify.annotations.NullMarked;
