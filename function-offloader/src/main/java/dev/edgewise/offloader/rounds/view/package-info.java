/** The view of the cluster and of the energy of its nodes that rounds plan with. */
@NullMarked
package dev.edgewise.offloader.rounds.view;

import org.jspecify.annotations.NullMarked;
