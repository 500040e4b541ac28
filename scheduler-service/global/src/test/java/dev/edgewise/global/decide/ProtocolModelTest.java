package dev.edgewise.global.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.decide.ProtocolModel.Fault;
import dev.edgewise.global.model.OnUnreachable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Everything that can happen, with the decisions of production. The work runs in a cluster if its objects exist there
 * and their anchor does, too: objects without one are being deleted by garbage collection.
 */
class ProtocolModelTest {
    private static final String TWO = "[[c1,c2]]";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "WAIT | [[c1,c2]] | 0 | true",
                "WAIT | [c1,c2] | 1 | false",
                "WAIT | [[c1,c2],c3] | 0 | false",
                "FENCE | [[c1,c2]] | 0 | false",
                "DUPLICATE | [[c1,c2]] | 0 | false"
            })
    void theWorkRunsOnceNothingIsLeftAndEachRequestEnds(
            OnUnreachable onUnreachable, String clusters, int giveUpAfter, boolean hasUser) {
        ProtocolModel model = new ProtocolModel(clusters, onUnreachable, giveUpAfter, Fault.NONE);
        ProtocolSearch search = new ProtocolSearch(model, onUnreachable != OnUnreachable.DUPLICATE, hasUser).all();

        assertThat(search.toString())
                .contains(" 0 running twice, 0 falsely completed, 0 running after the end, 0 left over, 0 stuck");
    }

    /** Objects that no record names: the search must find them. */
    @ParameterizedTest
    @CsvSource({"WAIT", "FENCE", "DUPLICATE"})
    void theSearchFindsTheLeftoversOfAProtocolWithoutWriteAhead(OnUnreachable onUnreachable) {
        ProtocolSearch search = search(onUnreachable, Fault.NO_WRITE_AHEAD);
        assertThat(search.until(() -> search.leftovers() > 0).leftovers()).isPositive();
    }

    /** Two workers choose different clusters, and both have created objects before one of them is refused. */
    @ParameterizedTest
    @CsvSource({"WAIT", "FENCE"})
    void theSearchFindsTheWorkInTwoClustersWithoutWriteAhead(OnUnreachable onUnreachable) {
        ProtocolSearch search = search(onUnreachable, Fault.NO_WRITE_AHEAD);
        assertThat(search.until(() -> search.runningTwice > 0).runningTwice).isPositive();
    }

    /** A worker that was paused applies objects when the attempt has long been cleaned. */
    @ParameterizedTest
    @CsvSource({"WAIT", "FENCE", "DUPLICATE"})
    void theSearchFindsLateObjectsWithoutConfirmation(OnUnreachable onUnreachable) {
        ProtocolSearch search = search(onUnreachable, Fault.NO_CONFIRMATION);
        assertThat(search.until(() -> search.leftovers() > 0).leftovers()).isPositive();
    }

    /** A worker that was paused takes the anchor of an attempt that another one has made ready for its own. */
    @ParameterizedTest
    @CsvSource({"WAIT", "FENCE", "DUPLICATE"})
    void theSearchFindsThatReadyWorkIsWithdrawn(OnUnreachable onUnreachable) {
        ProtocolSearch search = search(onUnreachable, Fault.WITHDRAWAL_OF_READY);
        assertThat(search.until(() -> search.falselyCompleted > 0).falselyCompleted)
                .isPositive();
    }

    /** The fence holds only where the member runs it. */
    @ParameterizedTest
    @CsvSource({"FENCE"})
    void theSearchFindsTheWorkInTwoClustersIfAMemberHasNoFence(OnUnreachable onUnreachable) {
        ProtocolSearch search = search(onUnreachable, Fault.NO_FENCE_IN_MEMBER);
        assertThat(search.until(() -> search.runningTwice > 0).runningTwice).isPositive();
    }

    private static ProtocolSearch search(OnUnreachable onUnreachable, Fault fault) {
        return new ProtocolSearch(new ProtocolModel(TWO, onUnreachable, 0, fault), true, false);
    }
}
