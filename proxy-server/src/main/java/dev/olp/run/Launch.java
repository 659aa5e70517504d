package dev.olp.run;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.InvalidContractException;
import dev.olp.isolation.contract.IsolationContract;
import dev.olp.provider.LaunchPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** From an adapter's plan to what is started. */
final class Launch {
    private Launch() {}

    /**
     * The plan with what the provider's contract demands of every launch.
     *
     * @throws SandboxException when the contract's own code gave something that no launch may have
     */
    static ChildSpec contracted(
            IsolationContract contract, LaunchPlan plan, Path binary, HomePaths paths, String tenant, String requestId)
            throws SandboxException {
        try {
            Map<String, String> environment = new HashMap<>(plan.env());
            environment.putAll(contract.environment(paths.home(), tenant, requestId));
            List<String> directories = new ArrayList<>(contract.requiredHomePaths());
            directories.addAll(plan.directories());
            return new ChildSpec(
                    binary,
                    contract.harden(plan.args()),
                    environment,
                    directories,
                    plan.files(),
                    plan.controllingTerminal(),
                    OutputLimits.DEFAULT);
        } catch (InvalidContractException e) {
            throw new SandboxException("isolation contract: " + e.getMessage(), e);
        }
    }
}
