/**
 * The answers to a kube-scheduler: which nodes may take a pod, how well each suits it, and which victims would help.
 */
@NullMarked
package dev.edgewise.scheduler.extender.judgement;

import org.jspecify.annotations.NullMarked;
