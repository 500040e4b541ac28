package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.AuditLog;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner.LabelledNode;
import dev.edgewise.scheduler.slots.view.SlotObjectReader;
import dev.edgewise.scheduler.slots.view.TestbedNodes;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.databind.json.JsonMapper;

/** Labels nodes for a testbed, for callers who may change nodes themselves. */
@RestController
@OnLeader
@RequestMapping("/api/v1/slots/testbeds")
class NodeSetUpController {
    private static final int LARGEST_BODY = 64 * 1024;
    /** The domains of labels that mean something to Kubernetes or to Edgewise. */
    private static final Pattern RESERVED = Pattern.compile("(.*\\.)?(kubernetes\\.io|k8s\\.io|edgewise\\.dev)/.*");

    private final SlotObjectReader objects;
    private final TestbedNodes nodes;
    private final SlotsReadiness readiness;
    private final AccessGuard guard;
    private final JsonMapper json;
    private final ConcurrencyLimit labelling = new ConcurrencyLimit(1, "Nodes of a testbed are being labelled");

    NodeSetUpController(
            SlotObjectReader objects,
            TestbedNodes nodes,
            SlotsReadiness readiness,
            AccessGuard guard,
            JsonMapper json) {
        this.objects = objects;
        this.nodes = nodes;
        this.readiness = readiness;
        this.guard = guard;
        this.json = json;
    }

    /**
     * The nodes of a testbed.
     *
     * @param dryRun whether nothing was written
     * @param nodes by their index
     */
    record NodeSetUpResponse(
            String namespace, String testbed, String nodeLabel, boolean dryRun, List<LabelledNode> nodes) {}

    /**
     * Gives nodes the label of the testbed; a node that has it keeps it, so the same request again changes nothing.
     * With {@code If-Match} only for the version of the testbed that the caller has seen.
     */
    @PostMapping("/{namespace}/{name}/node-set-up")
    @ChecksCallerItself(by = "get testbeds in the namespace, and patch nodes")
    NodeSetUpResponse setUp(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestParam(defaultValue = "false") boolean dryRun,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        if (dryRun) {
            AuditLog.leaveOut();
        }
        guard.require(authorization, new Permission("get", "edgewise.dev", "testbeds", namespace));
        guard.require(authorization, Permission.everywhere("patch", "", "nodes"));
        readiness.requireNodeSetUp();
        NodeSetUpRequest request = LimitedRequestBodyReader.read(http, LARGEST_BODY, json, NodeSetUpRequest.class);
        Testbed testbed = testbed(RequestedJobsReader.key("name", namespace, name), EntityTag.version(ifMatch));
        List<LabelledNode> chosen = labelling.take(() -> {
            List<LabelledNode> all = request.of(nodes.read(testbed), testbed);
            nodes.label(testbed, all, dryRun);
            return all;
        });
        return new NodeSetUpResponse(namespace, name, testbed.spec().nodeLabel(), dryRun, chosen);
    }

    private Testbed testbed(ObjectKey key, @Nullable String version) {
        Testbed found = objects.testbed(key);
        if (found == null) {
            throw new NotFoundException("There is no testbed " + key);
        }
        String present = found.metadata().resourceVersion();
        if (version != null && !version.equals(present)) {
            throw new ResponseStatusException(
                    HttpStatus.PRECONDITION_FAILED,
                    "Testbed " + key + " has version " + present + ", not " + version + ": read it again");
        }
        requireUsable(found);
        return found;
    }

    /**
     * Refuses a testbed whose spec has a problem, since its label is then a stand-in, and one whose label is reserved.
     */
    private static void requireUsable(Testbed testbed) {
        Problem problem = testbed.problem();
        if (problem != null) {
            throw new InvalidInputException(problem.field() + " of the testbed", problem.value(), problem.allowed());
        }
        String label = testbed.spec().nodeLabel();
        if (RESERVED.matcher(label).matches()) {
            throw new InvalidInputException(
                    "spec.nodeLabel of the testbed",
                    label,
                    "a label whose domain is not kubernetes.io, k8s.io or edgewise.dev");
        }
    }
}
