package dev.olp.endpoint;

import dev.olp.auth.Admission;
import dev.olp.auth.Gate;
import dev.olp.cache.Asked;
import dev.olp.cache.CacheUse;
import dev.olp.cache.Recall;
import dev.olp.cache.Work;
import dev.olp.endpoint.Audited.Call;
import dev.olp.http.ClientGone;
import dev.olp.provider.Provider;
import dev.olp.routing.RoutePlan;
import dev.olp.routing.RoutePlanner;
import dev.olp.run.AnswerListener;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.Client;
import dev.olp.run.Engine;
import dev.olp.run.PromptCaches;
import dev.olp.run.RunEnd;
import dev.olp.run.RunRequest;
import dev.olp.wire.ApiException;
import dev.olp.wire.FaultErrors;
import dev.olp.wire.chat.ParsedChat;
import java.time.Clock;
import java.util.Map;

/** A chat in any dialect: the eight stations in order. */
final class ChatEndpoint implements Audited.Work {
    private final Gate gate;
    private final Allowances allowances;
    private final Dialect dialect;
    private final RoutePlanner planner;
    private final ToolRoutes toolRoutes;
    private final PromptCaches promptCaches;
    private final Recall recall;
    private final boolean keepsSampled;
    private final Engine engine;
    private final Answers answers;
    private final LoginStates logins;
    private final Map<String, Provider> providers;
    private final Clock clock;

    ChatEndpoint(
            Gate gate,
            Allowances allowances,
            Dialect dialect,
            RoutePlanner planner,
            ToolRoutes toolRoutes,
            PromptCaches promptCaches,
            Recall recall,
            boolean keepsSampled,
            Engine engine,
            Answers answers,
            LoginStates logins,
            Map<String, Provider> providers,
            Clock clock) {
        this.gate = gate;
        this.allowances = allowances;
        this.dialect = dialect;
        this.planner = planner;
        this.toolRoutes = toolRoutes;
        this.promptCaches = promptCaches;
        this.recall = recall;
        this.keepsSampled = keepsSampled;
        this.engine = engine;
        this.answers = answers;
        this.logins = logins;
        this.providers = Map.copyOf(providers);
        this.clock = clock;
    }

    @Override
    public void serve(Call call) throws ApiException, Cancelled, ClientGone, InterruptedException {
        Admission admission = call.admit(gate);
        try (Allowance allowance = allowances.take(call, admission.caller())) {
            serve(call, admission, allowance);
        }
    }

    private void serve(Call call, Admission admission, Allowance allowance)
            throws ApiException, Cancelled, ClientGone, InterruptedException {
        Ledger ledger = call.ledger();
        Exchange exchange = dialect.open(call.request(), admission);
        ParsedChat asked = call.body().parse(body -> {
            ledger.body(body);
            return exchange.read(body);
        });
        ledger.chat(asked);
        call.errors().ignored(asked.ignoredParameters());

        CacheUse use = CacheWishes.read(call.request(), asked, keepsSampled, admission.shared());
        String tenant = admission.caller().keyId();
        ToolRoutes.Routed routed = toolRoutes.of(
                planner.plan(asked.requestedModel(), asked.hasImages(), admission.scope(), tenant), asked);
        RoutePlan plan = routed.plan();
        ParsedChat chat = ForeignThoughts.named(routed, providers, dialect.thoughts());
        call.errors().ignored(chat.ignoredParameters());
        Answer answer = answers.open(call.request(), call.sink(), exchange, chat, ledger);
        call.errors().answer(answer);

        ledger.admit(plan);
        RunRequest run = new RunRequest(
                call.request().id(),
                tenant,
                admission.caller().tier(),
                admission.scope().insistsOn(),
                promptCaches.of(tenant, chat.request()));
        RunEnd end = recall.answer(
                new Asked(tenant, plan, run.chat(), chat, use),
                work(run, plan, chat),
                allowance.settling(answer),
                call.cancellation(),
                answer,
                ledger);
        switch (end) {
            case RunEnd.Answered _ -> ledger.success();
            case RunEnd.Failed failed -> {
                allowance.unanswered();
                call.errors().tell(FaultErrors.of(failed.fault(), displayName(failed.provider()), clock.instant()));
            }
        }
    }

    private Work work(RunRequest run, RoutePlan plan, ParsedChat chat) {
        return (listener, cancellation, silence, trace) -> {
            AnswerListener cut = new Cutting(answers.filters(chat), listener);
            RunEnd end = engine.run(run, plan.hops(), new Client(cut, cancellation, silence, trace));
            logins.learn(trace, end instanceof RunEnd.Answered);
            return end;
        };
    }

    private String displayName(String provider) {
        Provider adapter = providers.get(provider);
        return adapter == null ? provider : adapter.displayName();
    }
}
