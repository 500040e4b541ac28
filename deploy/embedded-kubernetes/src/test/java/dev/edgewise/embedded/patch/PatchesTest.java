package dev.edgewise.embedded.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.call.ApiRequest;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.ResourceTypes;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PatchesTest {
    private static final ResourceType PODS = new ResourceTypes().require("v1", "pods");

    private static final String POD =
            """
            {'metadata':{'labels':{'a':'1','b':'1'},'finalizers':['x']},
             'spec':{'containers':[{'name':'main','image':'one','env':[{'name':'A','value':'1'}]},{'name':'side'}],
                     'tolerations':[{'key':'old'}]},
             'status':{'conditions':[{'type':'Ready','status':'True'}]}}""";

    @Test
    void mergePatchReplacesListsAndNullRemoves() {
        assertThat(
                        patched(
                                "merge-patch",
                                "{'metadata':{'labels':{'a':null,'c':'2'}},'spec':{'containers':[{'name':'new'}],'tolerations':null}}"))
                .isEqualTo(
                        json(
                                """
                        {'metadata':{'labels':{'b':'1','c':'2'},'finalizers':['x']},'spec':{'containers':[{'name':'new'}]},
                         'status':{'conditions':[{'type':'Ready','status':'True'}]}}"""));
    }

    @Test
    void strategicMergeKnowsContainersByName() {
        ObjectNode patched = patched(
                "strategic-merge-patch",
                "{'spec':{'containers':[{'name':'main','image':'two','env':[{'name':'B','value':'2'}]}]}}");
        assertThat(patched.at("/spec/containers"))
                .isEqualTo(
                        json("{'c':[{'name':'main','image':'two','env':[{'name':'A','value':'1'},{'name':'B','value':'2'}]},{'name':'side'}]}")
                                .path("c"));
    }

    @Test
    void strategicMergeKnowsConditionsByTypeAndReplacesAtomicLists() {
        ObjectNode patched = patched(
                "strategic-merge-patch",
                "{'spec':{'tolerations':[{'key':'new'}]},'status':{'conditions':[{'type':'PodScheduled','status':'True'}]}}");
        assertThat(patched.at("/status/conditions").findValuesAsText("type")).containsExactly("Ready", "PodScheduled");
        assertThat(patched.at("/spec/tolerations").findValuesAsText("key")).containsExactly("new");
    }

    @Test
    void strategicMergeFollowsDirectives() {
        ObjectNode patched = patched(
                "strategic-merge-patch",
                "{'metadata':{'$deleteFromPrimitiveList/finalizers':['x'],'finalizers':['y'],'labels':{'$patch':'replace','c':'1'}},"
                        + "'spec':{'$setElementOrder/containers':[{'name':'side'}],'containers':[{'name':'main','$patch':'delete'}]}}");
        assertThat(patched.at("/metadata")).isEqualTo(json("{'finalizers':['y'],'labels':{'c':'1'}}"));
        assertThat(patched.at("/spec/containers").findValuesAsText("name")).containsExactly("side");
    }

    @Test
    void jsonPatchTestsBeforeItChanges() {
        assertThat(patched(
                                "json-patch",
                                "[{'op':'test','path':'/metadata/labels/a','value':'1'},"
                                        + "{'op':'remove','path':'/metadata/labels/a'}]")
                        .at("/metadata/labels"))
                .isEqualTo(json("{'b':'1'}"));
        assertThatThrownBy(() -> patched("json-patch", "[{'op':'test','path':'/metadata/labels/a','value':'2'}]"))
                .isInstanceOfSatisfying(ApiException.class, refusal -> assertThat(refusal.code())
                        .isEqualTo(422));
    }

    @Test
    void refusesOtherFormats() {
        assertThatThrownBy(() -> patched("no-such-patch", "{}"))
                .isInstanceOfSatisfying(ApiException.class, refusal -> assertThat(refusal.code())
                        .isEqualTo(415));
        assertThatThrownBy(() -> patched("merge-patch", "[]")).hasMessage("the patch must be an object");
        assertThatThrownBy(() -> patched("json-patch", "{}")).hasMessageContaining("list of operations");
    }

    @Test
    void applyTakesBackWhatItsManagerNoLongerWishes() {
        ServerSideApply applies = new ServerSideApply();
        ObjectNode live = json(
                "{'metadata':{'labels':{'mine':'1','other':'1'}},'spec':{'containers':[{'name':'a'},{'name':'b'}]}}");
        applies.remember(
                "uid",
                "me",
                json("{'metadata':{'labels':{'mine':'1'}},'spec':{'containers':[{'name':'a'}],'paused':true}}"));
        assertThat(applies.apply("uid", "me", live, json("{'spec':{'containers':[{'name':'c'}]}}")))
                .isEqualTo(json(
                        "{'metadata':{'labels':{'other':'1'}},'spec':{'containers':[{'name':'b'},{'name':'c'}]}}"));
    }

    private static ObjectNode patched(String format, String patch) {
        byte[] body = patch.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return Patches.apply(
                PODS,
                "web",
                json(POD),
                new ApiRequest("PATCH", "", Map.of(), "application/" + format + "+json", "", body));
    }

    private static ObjectNode json(String singleQuoted) {
        return Json.parseObject(singleQuoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8), "application/json");
    }
}
