package dev.olp.endpoint;

import dev.olp.logins.LoginSource;
import dev.olp.management.AccountNames;
import dev.olp.provider.Login;
import dev.olp.quota.PlanAccount;
import dev.olp.quota.QuotaBook;
import dev.olp.quota.QuotaStatus;
import dev.olp.quota.QuotaView;
import dev.olp.run.ProviderRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is known of the plan behind each login that is used here. */
final class PlanReports {
    private final Map<String, ProviderRuntime> providers;
    private final AccountNames accounts;
    private final LoginSource logins;
    private final QuotaBook quota;

    PlanReports(Map<String, ProviderRuntime> providers, AccountNames accounts, LoginSource logins, QuotaBook quota) {
        this.providers = new TreeMap<>(providers);
        this.accounts = accounts;
        this.logins = logins;
        this.quota = quota;
    }

    /** Of every account of every provider, in the order of their names; what is not live is wanted from then on. */
    List<QuotaView> all() {
        List<QuotaView> all = new ArrayList<>();
        providers.keySet().forEach(id -> accounts.of(id).forEach(account -> all.add(of(id, account))));
        all.stream()
                .filter(view -> view.status() == QuotaStatus.UNKNOWN || view.status() == QuotaStatus.STALE)
                .forEach(view -> quota.probes().want(view.account()));
        return all;
    }

    QuotaView of(String provider, String account) {
        PlanAccount plan = new PlanAccount(provider, account);
        ProviderRuntime runtime = providers.get(provider);
        if (runtime == null || runtime.provider().quotaHeaders().isEmpty()) {
            return QuotaView.unavailable(plan, "this provider's replies say nothing of a plan");
        }
        QuotaView view = quota.view(plan);
        boolean silent = view.status() == QuotaStatus.UNKNOWN && view.failure() == null;
        return silent && logins.state(provider, account).kind() == Login.Kind.API_KEY
                ? QuotaView.unavailable(plan, "an API key is paid by use and has no plan")
                : view;
    }
}
