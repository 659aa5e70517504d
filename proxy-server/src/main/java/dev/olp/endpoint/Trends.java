package dev.olp.endpoint;

import dev.olp.audit.AuditLog;
import dev.olp.audit.FallbackSum;
import dev.olp.audit.UsageSum;
import dev.olp.audit.UsageSum.By;
import dev.olp.audit.UsageSum.Span;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What of the audit log the page shows, from its sums: the hour under way and the 24 before it, and thirty UTC days with
 * today. Money is an estimate in millionths of a US dollar.
 */
final class Trends {
    private static final int DAYS = 30;
    private static final int MOST_CHAINS = 10;

    private final AuditLog audit;

    Trends(AuditLog audit) {
        this.audit = audit;
    }

    /** Adds {@code window_24h}, {@code cache_hit_24h}, {@code spend_trend_30d} and {@code top_fallback_chains_24h}. */
    void tell(ObjectNode document, Instant now) {
        Instant to = now.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
        Instant from = to.minus(Duration.ofHours(25));
        List<UsageSum> all = audit.totals(Span.HOUR, By.PROVIDER, from, to);
        List<UsageSum> served =
                all.stream().filter(sum -> !sum.provider().isEmpty()).toList();
        window(document.putObject("window_24h"), from, now, all, served);
        cache(document.putObject("cache_hit_24h"), served);
        spend(document.putArray("spend_trend_30d"), LocalDate.ofInstant(now, ZoneOffset.UTC));
        ArrayNode chains = document.putArray("top_fallback_chains_24h");
        audit.fallbacks(from, to, MOST_CHAINS).forEach(each -> chain(chains.addObject(), each));
    }

    private static void window(ObjectNode node, Instant from, Instant now, List<UsageSum> all, List<UsageSum> served) {
        node.put("from", Json.time(from)).put("to", Json.time(now));
        sums(node, served);
        ArrayNode providers = node.putArray("providers");
        served.forEach(sum -> sums(providers.addObject().put("provider", sum.provider()), List.of(sum)));
        List<UsageSum> others =
                all.stream().filter(sum -> sum.provider().isEmpty()).toList();
        node.putObject("without_provider")
                .put("requests", others.stream().mapToLong(UsageSum::requests).sum())
                .put("errors", others.stream().mapToLong(UsageSum::errors).sum());
    }

    private static void sums(ObjectNode node, List<UsageSum> of) {
        node.put("requests", of.stream().mapToLong(UsageSum::requests).sum())
                .put("errors", of.stream().mapToLong(UsageSum::errors).sum())
                .put(
                        "input_tokens",
                        of.stream().mapToLong(UsageSum::inputTokens).sum())
                .put(
                        "cached_tokens",
                        of.stream().mapToLong(UsageSum::cachedTokens).sum())
                .put(
                        "output_tokens",
                        of.stream().mapToLong(UsageSum::outputTokens).sum())
                .put(
                        "reasoning_tokens",
                        of.stream().mapToLong(UsageSum::reasoningTokens).sum())
                .put("cost_micros", of.stream().mapToLong(UsageSum::costMicros).sum());
    }

    private static void cache(ObjectNode node, List<UsageSum> served) {
        long hits = served.stream().mapToLong(UsageSum::cacheHits).sum();
        long attached = served.stream().mapToLong(UsageSum::cacheAttached).sum();
        long misses = served.stream().mapToLong(UsageSum::cacheMisses).sum();
        long looked = hits + attached + misses;
        node.put("hits", hits).put("attached", attached).put("misses", misses);
        node.put("ratio", looked == 0 ? null : (double) (hits + attached) / looked);
    }

    private void spend(ArrayNode days, LocalDate today) {
        LocalDate first = today.minusDays(DAYS - 1L);
        Map<Instant, UsageSum> byStart =
                audit.totals(Span.DAY, By.START, start(first), start(today.plusDays(1))).stream()
                        .collect(Collectors.toMap(UsageSum::start, sum -> sum));
        for (LocalDate day = first; !day.isAfter(today); day = day.plusDays(1)) {
            UsageSum sum = byStart.get(start(day));
            days.addObject()
                    .put("day", day.toString())
                    .put("requests", sum == null ? 0 : sum.requests())
                    .put("tokens", sum == null ? 0 : sum.inputTokens() + sum.outputTokens())
                    .put("cost_micros", sum == null ? 0 : sum.costMicros());
        }
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static void chain(ObjectNode node, FallbackSum sum) {
        node.put("chain", sum.chain())
                .put("provider", sum.provider().isEmpty() ? null : sum.provider())
                .put("model", sum.model().isEmpty() ? null : sum.model())
                .put("requests", sum.requests())
                .put("errors", sum.errors());
    }
}
