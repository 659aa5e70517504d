package dev.olp.run;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.InvalidContractException;
import dev.olp.isolation.contract.IsolationContract;
import dev.olp.provider.LaunchPlan;
import dev.olp.provider.SparePlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** From an adapter's plan to what is started. */
public final class Launch {
    private Launch() {}

    /**
     * The plan with what the provider's contract demands of every launch.
     *
     * @throws SandboxException when the contract's own code gave something that no launch may have
     */
    static ChildSpec contracted(
            IsolationContract contract, LaunchPlan plan, Path binary, HomePaths paths, String tenant, String requestId)
            throws SandboxException {
        ChildSpec spec = new ChildSpec(
                binary,
                plan.args(),
                plan.env(),
                plan.directories(),
                plan.files(),
                plan.controllingTerminal(),
                OutputLimits.DEFAULT);
        return contracted(contract, spec, paths, tenant, requestId);
    }

    /**
     * The same of a process that is started ahead.
     *
     * @param tenant whose it is, or will be
     */
    public static ChildSpec ahead(
            IsolationContract contract, SparePlan plan, Path binary, HomePaths paths, String tenant, String requestId)
            throws SandboxException {
        ChildSpec spec = new ChildSpec(
                binary, plan.args(), plan.env(), plan.directories(), plan.files(), false, OutputLimits.DEFAULT);
        return contracted(contract, spec, paths, tenant, requestId);
    }

    private static ChildSpec contracted(
            IsolationContract contract, ChildSpec spec, HomePaths paths, String tenant, String requestId)
            throws SandboxException {
        try {
            List<String> directories = new ArrayList<>(contract.requiredHomePaths());
            directories.addAll(spec.directories());
            return new ChildSpec(
                            spec.binary(),
                            contract.harden(spec.args()),
                            spec.env(),
                            directories,
                            spec.files(),
                            spec.controllingTerminal(),
                            spec.limits())
                    .with(contract.environment(paths.home(), tenant, requestId));
        } catch (InvalidContractException e) {
            throw new SandboxException("isolation contract: " + e.getMessage(), e);
        }
    }
}
