package dev.edgewise.embedded.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.ResourceTypes;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorsTest {
    private static final ResourceType PODS = new ResourceTypes().require("v1", "pods");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "app=web | true",
                "app==web | true",
                "app=web,tier=2 | false",
                "app!=web | false",
                "zone!=x | true",
                "app in (web, api) | true",
                "app in (api),tier=1 | false",
                "app notin (api),tier=1 | true",
                "zone notin (x) | true",
                "zone in (x) | false",
                "tier | true",
                "!tier | false",
                "zone | false",
                "!zone | true",
            })
    void selectsByLabels(String selector, boolean matches) {
        ObjectNode labels = json("{'app':'web','tier':'1'}");
        assertThat(Selectors.labels(selector).test(labels)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "spec.nodeName=n1 | true",
                "spec.nodeName= | false",
                "spec.nodeName!= | true",
                "status.phase!=Failed,metadata.name=web | true",
                "status.phase=Running | false",
                "spec.hostNetwork=false | true",
            })
    void selectsByFields(String selector, boolean matches) {
        ObjectNode pod = json("{'metadata':{'name':'web'},'spec':{'nodeName':'n1'},'status':{'phase':'Pending'}}");
        assertThat(Selectors.fields(PODS, selector).test(pod)).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"app in web", "=web", "a b", "app notin (a"})
    void refusesLabelSelectorsThatDoNotParse(String selector) {
        assertThatThrownBy(() -> Selectors.labels(selector)).hasMessageContaining(selector);
    }

    @Test
    void refusesFieldsThatTheServerDoesNotIndex() {
        assertThatThrownBy(() -> Selectors.fields(PODS, "spec.priority=0"))
                .hasMessage("field label not supported for pods: spec.priority");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | true",
                "{'matchLabels':{'app':'web'}} | true",
                "{'matchLabels':{'app':'api'}} | false",
                "{'matchExpressions':[{'key':'app','operator':'In','values':['web']}]} | true",
                "{'matchExpressions':[{'key':'app','operator':'NotIn','values':['web']}]} | false",
                "{'matchExpressions':[{'key':'zone','operator':'NotIn','values':['x']}]} | true",
                "{'matchExpressions':[{'key':'app','operator':'Exists'}]} | true",
                "{'matchExpressions':[{'key':'app','operator':'DoesNotExist'}]} | false",
            })
    void readsLabelSelectorsOfObjects(String selector, boolean matches) {
        assertThat(Selectors.labelSelector(json(selector)).test(json("{'app':'web'}")))
                .isEqualTo(matches);
    }

    private static ObjectNode json(String singleQuoted) {
        return Json.parseObject(singleQuoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8), "application/json");
    }
}
