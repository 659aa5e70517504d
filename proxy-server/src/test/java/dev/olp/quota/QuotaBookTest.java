package dev.olp.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.provider.ChatEvent.RateLimitReport;
import dev.olp.provider.Fault;
import dev.olp.provider.PlanWindow;
import dev.olp.provider.Provider;
import dev.olp.provider.QuotaReading.Overage;
import dev.olp.provider.builtin.Providers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuotaBookTest {
    private static final String UNIFIED = "anthropic-ratelimit-unified-";
    private static final PlanAccount PLAN = new PlanAccount("anthropic", "default");
    private static final Provider CLAUDE = Providers.builtIn().stream()
            .filter(provider -> provider.id().equals("anthropic"))
            .findFirst()
            .orElseThrow();
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");
    private static final Instant RESET = START.plus(Duration.ofHours(2));
    private static final Instant WEEKLY_RESET = START.plus(Duration.ofDays(3));

    private final KeptStates store = new KeptStates();
    private String login = "a-mark";
    private Instant now = START;
    private final QuotaBook book = open();

    @Test
    void nothing_is_known_before_anything_is_told() {
        QuotaView view = book.view(PLAN);

        assertThat(view.status()).isEqualTo(QuotaStatus.UNKNOWN);
        assertThat(view.windows()).isEmpty();
        assertThat(view.observedAt()).isNull();
        assertThat(view.liveShare(PlanWindow.FIVE_HOURS, now)).isNull();
    }

    @Test
    void headers_are_live_for_a_quarter_of_an_hour_and_then_stale() {
        told("0.91", "0.4");
        assertThat(book.view(PLAN).status()).isEqualTo(QuotaStatus.LIVE);
        assertThat(book.view(PLAN).source()).isEqualTo(QuotaSource.GATEWAY_HEADERS);
        assertThat(book.view(PLAN).liveShare(PlanWindow.FIVE_HOURS, now)).isEqualTo(0.91);

        now = START.plus(QuotaView.FRESH);
        assertThat(book.view(PLAN).status()).isEqualTo(QuotaStatus.LIVE);

        now = now.plusSeconds(1);
        assertThat(book.view(PLAN).status()).isEqualTo(QuotaStatus.STALE);
        assertThat(book.view(PLAN).liveShare(PlanWindow.FIVE_HOURS, now)).isNull();
        assertThat(share(PlanWindow.FIVE_HOURS)).as("shown all the same").isEqualTo(0.91);
    }

    @Test
    void a_clock_that_was_set_back_makes_nothing_live() {
        told("0.91", "0.4");

        now = START.minus(Duration.ofHours(1));

        assertThat(book.view(PLAN).status()).isEqualTo(QuotaStatus.STALE);
    }

    @Test
    void a_window_that_has_started_anew_is_unknown_and_the_other_is_not() {
        told("0.91", "0.4");

        now = RESET;

        assertThat(book.view(PLAN).windows()).containsOnlyKeys(PlanWindow.SEVEN_DAYS);
        now = WEEKLY_RESET;
        assertThat(book.view(PLAN).status()).isEqualTo(QuotaStatus.UNKNOWN);
    }

    @Test
    void what_a_cli_tells_of_one_window_leaves_the_others() {
        told("0.91", "0.4");
        now = now.plusSeconds(60);

        book.reported(PLAN, new RateLimitReport("seven_day", "allowed", 0.41, WEEKLY_RESET));
        book.reported(PLAN, new RateLimitReport("seven_day_opus", "rejected", 1.0, WEEKLY_RESET));

        assertThat(share(PlanWindow.FIVE_HOURS)).isEqualTo(0.91);
        assertThat(share(PlanWindow.SEVEN_DAYS)).isEqualTo(0.41);
        assertThat(book.view(PLAN).source()).isEqualTo(QuotaSource.CLI_EVENT);
    }

    @Test
    void a_report_without_a_share_takes_none_back_within_its_window() {
        told("0.91", "0.4");

        book.reported(PLAN, new RateLimitReport("five_hour", "allowed_warning", null, RESET));
        assertThat(share(PlanWindow.FIVE_HOURS)).isEqualTo(0.91);

        book.reported(PLAN, new RateLimitReport("five_hour", "allowed", null, RESET.plus(Duration.ofHours(5))));
        assertThat(share(PlanWindow.FIVE_HOURS)).as("that is another window").isNull();
    }

    @Test
    void one_old_share_makes_the_plan_stale_and_the_fresh_one_is_relied_on_all_the_same() {
        told("0.91", "0.4");
        now = START.plus(QuotaView.FRESH).plusSeconds(1);
        book.reported(PLAN, new RateLimitReport("seven_day", "allowed", 0.41, WEEKLY_RESET));

        QuotaView view = book.view(PLAN);

        assertThat(view.status()).isEqualTo(QuotaStatus.STALE);
        assertThat(view.liveShare(PlanWindow.SEVEN_DAYS, now)).isEqualTo(0.41);
        assertThat(view.liveShare(PlanWindow.FIVE_HOURS, now)).isNull();
    }

    @Test
    void a_window_without_a_reset_ends_after_its_length() {
        book.reported(PLAN, new RateLimitReport("five_hour", "allowed", 0.5, null));
        book.reported(PLAN, new RateLimitReport("seven_day", "allowed", 0.5, null));
        book.failed(PLAN, new Fault(Fault.Kind.USAGE_LIMIT, null, "", null));

        now = START.plus(Duration.ofHours(5));
        assertThat(book.view(PLAN).windows()).containsOnlyKeys(PlanWindow.SEVEN_DAYS);
        now = START.plus(Duration.ofDays(7));
        assertThat(book.view(PLAN).status()).isEqualTo(QuotaStatus.UNKNOWN);
    }

    @Test
    void an_answer_disproves_that_the_plan_is_spent() {
        told("0.91", "0.4");
        book.failed(PLAN, new Fault(Fault.Kind.USAGE_LIMIT, RESET, "", null));
        book.answered(PLAN);

        assertThat(book.view(PLAN).windows()).containsOnlyKeys(PlanWindow.FIVE_HOURS, PlanWindow.SEVEN_DAYS);
        book.save();
        assertThat(open().view(PLAN)).isEqualTo(book.view(PLAN));
    }

    @Test
    void what_headers_no_longer_say_is_not_kept() {
        book.headers(
                CLAUDE,
                "default",
                Map.of(
                        UNIFIED + "5h-utilization", "0.9",
                        UNIFIED + "representative-claim", "five_hour",
                        UNIFIED + "overage-status", "rejected"));
        told("0.1", "0.1");

        assertThat(book.view(PLAN).representativeClaim()).isNull();
        assertThat(book.view(PLAN).overage()).isNull();
    }

    @Test
    void the_same_drift_with_another_value_is_as_old_as_it_is() {
        book.headers(CLAUDE, "default", Map.of(UNIFIED + "odd", "1", UNIFIED + "5h-utilization", "0.1"));
        now = now.plusSeconds(60);
        book.headers(CLAUDE, "default", Map.of(UNIFIED + "odd", "2", UNIFIED + "5h-utilization", "0.1"));

        QuotaView.Failure failure = book.view(PLAN).failure();
        assertThat(failure).isNotNull();
        assertThat(failure.at()).isEqualTo(START);
    }

    @Test
    void a_spent_plan_is_known_by_the_refusal_alone() {
        book.failed(PLAN, new Fault(Fault.Kind.SERVER_ERROR, null, "", null));
        assertThat(book.view(PLAN).status()).isEqualTo(QuotaStatus.UNKNOWN);

        book.failed(PLAN, new Fault(Fault.Kind.USAGE_LIMIT, RESET, "", null));

        QuotaView view = book.view(PLAN);
        assertThat(view.source()).isEqualTo(QuotaSource.LIMIT_ERROR);
        assertThat(told(view, PlanWindow.OVERALL).told().status()).isEqualTo("rejected");
        assertThat(told(view, PlanWindow.OVERALL).told().resetsAt()).isEqualTo(RESET);
        assertThat(view.windows()).as("nobody said which window").containsOnlyKeys(PlanWindow.OVERALL);
    }

    @Test
    void a_refusal_adds_nothing_to_headers_that_said_it() {
        book.headers(CLAUDE, "default", Map.of(UNIFIED + "status", "rejected", UNIFIED + "reset", seconds(RESET)));

        book.failed(PLAN, new Fault(Fault.Kind.USAGE_LIMIT, RESET, "", null));

        assertThat(book.view(PLAN).source()).isEqualTo(QuotaSource.GATEWAY_HEADERS);
    }

    @Test
    void drift_is_told_beside_what_is_still_known_until_it_is_over() {
        told("0.91", "0.4");
        now = now.plusSeconds(5);
        book.headers(CLAUDE, "default", Map.of(UNIFIED + "five-hours-used", "91 %"));

        QuotaView view = book.view(PLAN);
        QuotaView.Failure failure = view.failure();
        assertThat(failure).isNotNull();
        assertThat(failure.code()).isEqualTo("drift");
        assertThat(failure.message()).contains(UNIFIED + "five-hours-used");
        assertThat(failure.at()).isEqualTo(now);
        assertThat(view.observedAt()).as("it told nothing").isEqualTo(START);
        assertThat(share(PlanWindow.FIVE_HOURS)).isEqualTo(0.91);

        book.reported(PLAN, new RateLimitReport("five_hour", "allowed", 0.92, RESET));
        assertThat(book.view(PLAN).failure()).isNotNull();
        told("0.92", "0.4");
        assertThat(book.view(PLAN).failure()).isNull();
    }

    @Test
    void accounts_are_apart_and_so_are_providers() {
        told("0.91", "0.4");

        assertThat(book.view(new PlanAccount("anthropic", "work")).status()).isEqualTo(QuotaStatus.UNKNOWN);
        assertThat(book.view(new PlanAccount("openai", "default")).status()).isEqualTo(QuotaStatus.UNKNOWN);
        assertThat(book.views()).hasSize(1);
    }

    @Test
    void what_was_saved_is_known_to_the_next_with_its_age() {
        book.headers(
                CLAUDE,
                "default",
                Map.of(
                        UNIFIED + "5h-utilization",
                        "0.5",
                        UNIFIED + "overage-status",
                        "rejected",
                        UNIFIED + "odd",
                        "1"));
        book.save();
        now = now.plus(Duration.ofHours(1));

        QuotaView view = open().view(PLAN);

        assertThat(view.status()).isEqualTo(QuotaStatus.STALE);
        assertThat(view).isEqualTo(book.view(PLAN));
        assertThat(view.overage()).isEqualTo(new Overage("rejected", null));
        assertThat(view.failure()).isNotNull();
    }

    @Test
    void another_login_of_the_same_name_is_told_nothing_of_the_one_before() {
        told("0.91", "0.4");
        book.tried(PLAN);
        book.save();

        login = "another-mark";

        assertThat(book.view(PLAN)).isEqualTo(QuotaView.of(QuotaState.nothing(PLAN, login), now));
        assertThat(book.views()).extracting(QuotaView::status).containsExactly(QuotaStatus.UNKNOWN);
        assertThat(book.requestsToday(PLAN)).isZero();
        assertThat(open().view(PLAN).status()).as("after a restart").isEqualTo(QuotaStatus.UNKNOWN);

        told("0.1", "0.2");
        book.save();
        assertThat(share(PlanWindow.FIVE_HOURS)).isEqualTo(0.1);
        assertThat(open().view(PLAN).status()).isEqualTo(QuotaStatus.LIVE);
    }

    @Test
    void what_was_kept_without_a_login_is_that_of_the_one_there_is() {
        told("0.91", "0.4");
        book.save();
        store.save(store.load().stream()
                .map(kept -> new QuotaState(
                        kept.account(),
                        kept.source(),
                        kept.observedAt(),
                        kept.windows(),
                        null,
                        null,
                        List.of(),
                        null,
                        kept.requests(),
                        null))
                .toList());

        assertThat(open().view(PLAN).status()).isEqualTo(QuotaStatus.LIVE);
    }

    @Test
    void only_what_changed_is_written_and_what_failed_is_written_later() {
        book.save();
        told("0.1", "0.1");
        store.broken = true;
        assertThatThrownBy(book::save).isInstanceOf(IllegalStateException.class);
        store.broken = false;
        book.save();
        book.save();

        assertThat(store.saves).isEqualTo(1);
        assertThat(store.load()).hasSize(1);
    }

    private QuotaBook open() {
        return new QuotaBook(store, clock(), ZoneOffset.UTC, account -> login);
    }

    private Clock clock() {
        InstantSource moment = () -> now;
        return moment.withZone(ZoneOffset.UTC);
    }

    private void told(String fiveHours, String sevenDays) {
        book.headers(
                CLAUDE,
                "default",
                Map.of(
                        UNIFIED + "5h-utilization",
                        fiveHours,
                        UNIFIED + "5h-reset",
                        seconds(RESET),
                        UNIFIED + "7d-utilization",
                        sevenDays,
                        UNIFIED + "7d-reset",
                        seconds(WEEKLY_RESET)));
    }

    private static String seconds(Instant time) {
        return Long.toString(time.getEpochSecond());
    }

    private @Nullable Double share(PlanWindow window) {
        return told(book.view(PLAN), window).told().utilization();
    }

    private static SeenWindow told(QuotaView view, PlanWindow window) {
        SeenWindow seen = view.windows().get(window);
        assertThat(seen).as("%s", window).isNotNull();
        return seen;
    }
}
