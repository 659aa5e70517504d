package dev.olp.app;

import dev.olp.logins.LoginSource;
import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaReading.Window;
import dev.olp.quota.PlanAccount;
import dev.olp.quota.QuotaBook;
import dev.olp.routing.AccountLoad;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard;
import dev.olp.run.ProviderRuntime;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * How a login does, by all that is known of it without asking anybody. Of its plan what was told last counts, however
 * long ago, as long as the window is the same.
 *
 * @param guard knows of windows that are spent
 */
record AccountLoads(Map<String, ProviderRuntime> providers, LoginSource logins, HopGuard guard, QuotaBook quota)
        implements AccountLoad {
    private static final double ALL = 1;

    @Override
    public Load of(Hop hop) {
        ProviderRuntime runtime = providers.get(hop.provider());
        boolean usable = runtime != null
                && logins.state(hop.provider(), hop.account()).problem() == null
                && guard.look(hop).isEmpty();
        return new Load(usable, runtime != null && runtime.slots().hasRoom(hop.account()), used(hop));
    }

    private OptionalDouble used(Hop hop) {
        return quota.view(new PlanAccount(hop.provider(), hop.account())).windows().entrySet().stream()
                .filter(seen -> seen.getKey() != PlanWindow.OVERAGE)
                .map(seen -> seen.getValue().told())
                .flatMapToDouble(AccountLoads::used)
                .max();
    }

    private static DoubleStream used(Window told) {
        if (Window.REJECTED.equals(told.status())) {
            return DoubleStream.of(ALL);
        }
        Double share = told.utilization();
        return share == null ? DoubleStream.empty() : DoubleStream.of(share);
    }
}
