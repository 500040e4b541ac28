package dev.edgewise.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSelectorTest {
    private static final Map<String, String> LABELS = Map.of("app", "cart", "example.org/tier", "web", "empty", "");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; true",
                "app; true",
                "!app; false",
                "app=cart,example.org/tier==web; true",
                "app=cart,example.org/tier!=web; false",
                "app in (cart, shop); true",
                "app notin (cart, shop); false",
                "app in (shop),empty=; false",
                "other notin (a), app in (cart) ,!other; true",
                "other in (a); false",
                "empty in (); true",
            })
    void allTermsMustHold(String selector, boolean selected) {
        assertThat(new LabelSelector(selector).test(LABELS)).isEqualTo(selected);
    }

    @Test
    void whatItLooksAtIsKnown() {
        assertThat(new LabelSelector("a,!b,c=1,d!=2,e in (3, 4),f/g notin (5),a=6").keys())
                .containsExactlyInAnyOrder("a", "b", "c", "d", "e", "f/g");
        assertThat(new LabelSelector("").keys()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=b=c", "=", "a,,b", "a in b", "a in (b", "a in (b c)", "-a", "a in ((b))", "a~b"})
    void whatIsNoneIsNamed(String text) {
        assertThatThrownBy(() -> new LabelSelector(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("selector is \"" + text + "\": it must be empty, or one or more of key=value,");
    }
}
