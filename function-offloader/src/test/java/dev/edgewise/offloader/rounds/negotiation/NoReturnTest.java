package dev.edgewise.offloader.rounds.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.TestFleet;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.Placement.Present;
import dev.edgewise.offloader.scheduler.PlacementQuery;
import dev.edgewise.offloader.scheduler.Violation;
import dev.edgewise.offloader.scheduler.ViolationSource.Listed;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * A function of two replicas on three nodes, of which some are in quarantine for a while, and some have little energy.
 */
class NoReturnTest extends PlanningFixture {
    private static final long COOL_DOWN = SafetySettings.DEFAULT.coolDown().toNanos();

    private final TestFleet fleet = new TestFleet()
            .node("a", EnergyLevel.WELL_POWERED, 90)
            .node("b", EnergyLevel.WELL_POWERED, 80)
            .node("c", EnergyLevel.WELL_POWERED, 80)
            .pod("web-0", "a")
            .pod("web-1", "c");
    private final Set<String> closed = new HashSet<>();
    private final Map<String, Long> leftAt = new HashMap<>();
    private int pods = 2;

    @Override
    Map<String, Placement> answer(List<PlacementQuery> queries) {
        Map<String, Placement> answers = new HashMap<>();
        for (PlacementQuery each : queries) {
            String pod = each.pod().key();
            String target = each.target() == null ? open(each.pod().node()) : each.target();
            String room = each.target() == null || closed.contains(target) ? null : "ns/offload";
            Present present = closed.contains(each.pod().node())
                    ? new Present(each.pod().node(), "Rewards", "in quarantine")
                    : null;
            answers.put(pod, new Placement(pod, target, "fits", room, present));
        }
        return answers;
    }

    private String open(String but) {
        return List.of("a", "b", "c").stream()
                .filter(node -> !node.equals(but) && !closed.contains(node))
                .findFirst()
                .orElse(but);
    }

    @Override
    Listed listed(MoveCause cause) {
        List<Violation> inQuarantine = fleet.cluster().pods().stream()
                .filter(pod -> closed.contains(pod.node()))
                .map(pod ->
                        new Violation(MoveCause.REWARD, pod.key(), pod.uid(), pod.node(), "in quarantine", 0.9, null))
                .toList();
        return new Listed(cause == MoveCause.REWARD ? inQuarantine : List.of(), 1);
    }

    private void carryOut(MoveDecision move) {
        planning.begins(move, now);
        gate.begin(move.pod(), move.target(), now);
        gate.landed(move.pod(), move.target(), move.target(), now);
        fleet.remove(move.pod().name().substring("ns/".length())).pod("web-" + pods++, move.target());
    }

    private MoveDecision movesWithin(int rounds) throws Exception {
        for (int round = 0; round < rounds; round++) {
            List<MoveDecision> moves = rounds(fleet, Policy.GREEDY, 1).moves().toList();
            if (!moves.isEmpty()) {
                carryOut(moves.get(0));
                return moves.get(0);
            }
        }
        throw new AssertionError("nothing moves");
    }

    @Test
    void whatHadToLeaveANodeDoesNotReturnForItsEnergy() throws Exception {
        closed.add("a");
        assertThat(movesWithin(6))
                .extracting(MoveDecision::cause, MoveDecision::target)
                .containsExactly(MoveCause.REWARD, "b");
        long left = now;
        closed.clear();
        fleet.charge("b", EnergyLevel.LOW_POWERED, 20);
        fleet.charge("c", EnergyLevel.VULNERABLE, 60);
        MoveDecision stays = rounds(fleet, Policy.GREEDY, 40)
                .refusals()
                .filter(each -> each.pod().node().equals("b"))
                .findFirst()
                .orElseThrow();
        assertThat(stays.refusal())
                .isEqualTo(new MoveRefusal(
                        Reason.COOL_DOWN,
                        "a pod of its workload had to leave a: none goes there for energy for 1400 s more"));
        now = left + COOL_DOWN;
        assertThat(movesWithin(6))
                .extracting(MoveDecision::cause, MoveDecision::target)
                .containsExactly(MoveCause.ENERGY, "a");
    }

    @Property(tries = 20, seed = "1")
    void causesThatTakeTurnsMoveNothingBack(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        for (int round = 0; round < 720; round++) {
            if (round % 40 == 0) {
                closed.clear();
                closed.add(List.of("a", "b", "c", "none").get(random.nextInt(4)));
            }
            if (round % 30 == 0) {
                String node = List.of("a", "b", "c").get(random.nextInt(3));
                boolean weak = random.nextBoolean();
                fleet.charge(node, weak ? EnergyLevel.LOW_POWERED : EnergyLevel.WELL_POWERED, weak ? 20 : 90);
            }
            List<MoveDecision> moves = rounds(fleet, Policy.GREEDY, 1).moves().toList();
            moves.forEach(this::isNoReturn);
            moves.forEach(this::carryOut);
        }
    }

    private void isNoReturn(MoveDecision move) {
        Long left = leftAt.get(move.target());
        assertThat(move.cause() == MoveCause.ENERGY && left != null && now - left < COOL_DOWN)
                .as("%s, %s s after a pod had to leave", move, left == null ? "" : (now - left) / SECOND)
                .isFalse();
        if (move.cause() == MoveCause.REWARD) {
            leftAt.put(move.pod().node(), now);
        }
    }
}
