/** What the cluster's state holds besides nodes and pods: typed facts, each with a key beside its class. Nothing here knows any of them. */
@NullMarked
package dev.edgewise.scheduler.facts;

import org.jspecify.annotations.NullMarked;
