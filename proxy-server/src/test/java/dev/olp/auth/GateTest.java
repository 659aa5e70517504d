package dev.olp.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.olp.http.InboundRequest;
import dev.olp.http.RequestBody;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");
    private static final String GUEST = "olp_guest";
    private static final String OWNER_TOKEN = "the-operators-own-token";

    private final MemoryKeyStore keys = new MemoryKeyStore();
    private final ApiKey guest = keys.create("guest", Tier.GUEST, Tokens.hash(GUEST), null, NOW);
    private final Gate gate = gate(new GateRules(Optional.of(Tokens.hash(OWNER_TOKEN)), false, Set.of(), Set.of("*")));
    private final Gate open =
            gate(new GateRules(Optional.empty(), true, Set.of("openai"), Set.of("*", "https://chat.example")));

    private Gate gate(GateRules rules) {
        return new Gate(keys, rules, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer olp_guest", "bearer olp_guest", "BEARER   olp_guest  ", "  Bearer\tolp_guest"})
    void a_bearer_token_is_taken_in_any_case_and_spacing(String value) throws ApiException {
        assertThat(gate.admit(request("authorization", value)).caller())
                .isEqualTo(new Caller(guest.id(), "guest", Tier.GUEST));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-api-key", "api-key"})
    void a_key_header_is_taken(String header) throws ApiException {
        assertThat(gate.admit(request(header, GUEST)).caller().keyId()).isEqualTo(guest.id());
    }

    @Test
    void the_same_key_twice_is_fine_and_an_empty_header_beside_it_too() throws ApiException {
        Admission admission = gate.admit(request(Map.of(
                "authorization", List.of("Bearer " + GUEST), "x-api-key", List.of(GUEST), "api-key", List.of(""))));

        assertThat(admission.caller().keyId()).isEqualTo(guest.id());
    }

    @Test
    void two_keys_that_differ_are_refused_even_if_both_are_valid() {
        assertThat(refusal(
                                gate,
                                request(Map.of(
                                        "authorization",
                                        List.of("Bearer " + GUEST),
                                        "x-api-key",
                                        List.of(OWNER_TOKEN))))
                        .code())
                .isEqualTo("invalid_api_key");
        assertThat(refusal(gate, request(Map.of("authorization", List.of("Bearer a", "Bearer b"))))
                        .message())
                .contains("two different keys");
    }

    @Test
    void nothing_sent_is_missing_and_says_how_to_send_it() {
        ApiError error = refusal(gate, request(Map.of()));

        assertThat(error.status()).isEqualTo(401);
        assertThat(error.code()).isEqualTo("missing_api_key");
        assertThat(error.message()).contains("Authorization: Bearer");
        assertThat(error.headers()).containsEntry("WWW-Authenticate", "Bearer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "olp_guest",
                "Basic b2xwOmd1ZXN0",
                "Bearer",
                "Bearer ",
                "Bearer a b",
                "Bearer \u00e9",
                "Bearer olp_guesT"
            })
    void a_malformed_or_unknown_token_is_invalid_and_never_anonymous(String value) {
        for (Gate each : List.of(gate, open)) {
            ApiError error = refusal(each, request("authorization", value));
            assertThat(error.status()).isEqualTo(401);
            assertThat(error.code()).isEqualTo("invalid_api_key");
            assertThat(error.message()).doesNotContain(value);
        }
    }

    @Test
    void an_overlong_token_is_invalid() {
        assertThat(refusal(gate, request("x-api-key", "a".repeat(513))).code()).isEqualTo("invalid_api_key");
    }

    @Test
    void a_revoked_key_is_refused_from_the_next_request_on() throws ApiException {
        InboundRequest request = request("x-api-key", GUEST);
        gate.admit(request);
        keys.revoke("guest", NOW);

        assertThat(refusal(gate, request).code()).isEqualTo("invalid_api_key");
        assertThat(refusal(open, request).code()).isEqualTo("invalid_api_key");
    }

    @Test
    void a_key_ends_at_its_expiry_to_the_moment() throws ApiException {
        keys.create("short", Tier.GUEST, Tokens.hash("short"), NOW, NOW.minusSeconds(60));
        keys.create("longer", Tier.GUEST, Tokens.hash("longer"), NOW.plusMillis(1), NOW.minusSeconds(60));

        assertThat(refusal(gate, request("x-api-key", "short")).code()).isEqualTo("expired_api_key");
        assertThat(gate.admit(request("x-api-key", "longer")).caller().name()).isEqualTo("longer");
    }

    @Test
    void a_keys_scope_is_its_admissions() throws ApiException {
        Scope scope = new Scope(Set.of("openai"), Set.of("gpt-5.5"), Map.of("openai", "work"), null);
        keys.create(new KeyTerms("narrow", null, scope, null), Tier.GUEST, Tokens.hash("narrow"), null, NOW);

        assertThat(gate.admit(request("x-api-key", "narrow")).scope()).isEqualTo(scope);
    }

    @Test
    void both_tokens_of_a_rotated_key_are_the_same_caller_until_the_grace_is_over() throws ApiException {
        keys.rotate(guest.id(), "fresh", NOW.plusMillis(1), NOW.minusSeconds(60));
        for (String token : List.of("fresh", GUEST)) {
            assertThat(gate.admit(request("x-api-key", token)).caller().keyId()).isEqualTo(guest.id());
        }

        keys.rotate(guest.id(), "fresher", NOW, NOW.minusSeconds(60));
        for (String token : List.of("fresh", GUEST)) {
            assertThat(refusal(gate, request("x-api-key", token)).code()).isEqualTo("invalid_api_key");
        }
    }

    @Test
    void the_operators_token_is_an_owner() throws ApiException {
        Admission admission = gate.admit(request("authorization", "Bearer " + OWNER_TOKEN));

        assertThat(admission.caller()).isEqualTo(new Caller("owner-token", "owner", Tier.OWNER));
        admission.requireOwner();
        admission.requireProvider("anthropic");
        assertThat(refusal(open, request("authorization", "Bearer " + OWNER_TOKEN))
                        .code())
                .isEqualTo("invalid_api_key");
    }

    @Test
    void nobody_is_let_in_where_that_is_switched_on_with_a_scope_of_its_own() throws ApiException {
        Admission admission = open.admit(request(Map.of()));

        assertThat(admission.caller().tier()).isEqualTo(Tier.ANONYMOUS);
        admission.requireProvider("openai");
        assertThatThrownBy(() -> admission.requireProvider("anthropic"))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refused -> assertThat(refused.error().code()).isEqualTo("provider_not_allowed"));
    }

    @Test
    void a_guest_is_no_owner() throws ApiException {
        Admission admission = gate.admit(request("x-api-key", GUEST));

        assertThatThrownBy(admission::requireOwner).isInstanceOfSatisfying(ApiException.class, refused -> {
            assertThat(refused.error().status()).isEqualTo(403);
            assertThat(refused.error().code()).isEqualTo("owner_required");
        });
    }

    @Test
    void a_use_is_noted() throws ApiException {
        gate.admit(request("x-api-key", GUEST));

        assertThat(keys.list().getFirst().lastUsedAt()).isEqualTo(NOW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "null", "*"})
    void a_web_page_without_a_key_is_refused(String origin) {
        assertThat(refusal(open, request("origin", origin)).code()).isEqualTo("origin_not_allowed");
    }

    @Test
    void a_web_page_with_the_advertised_key_counts_as_one_without() throws ApiException {
        keys.create(KeyTerms.of("lan", null), Tier.GUEST, Tokens.hash("lan"), "lan", NOW);
        Map<String, List<String>> headers =
                Map.of("x-api-key", List.of("lan"), "origin", List.of("https://evil.example"));

        assertThat(refusal(open, request(headers)).code()).isEqualTo("origin_not_allowed");
        assertThat(open.admit(request("x-api-key", "lan")).caller().name()).isEqualTo("lan");
        assertThat(open.admit(request(Map.of("x-api-key", List.of("lan"), "origin", List.of("https://chat.example"))))
                        .caller()
                        .name())
                .isEqualTo("lan");
    }

    @Test
    void a_web_page_whose_origin_is_named_is_let_in_without_a_key() throws ApiException {
        assertThat(open.admit(request("origin", "https://chat.example"))
                        .caller()
                        .tier())
                .isEqualTo(Tier.ANONYMOUS);
    }

    @Test
    void a_command_is_let_in_as_an_owner_to_the_management_api() throws ApiException {
        assertThat(commands()
                        .admit(request("/v0/management/status", Map.of("x-api-key", List.of("command"))))
                        .caller())
                .isEqualTo(new Caller(Caller.COMMAND_LINE_ID, "command line", Tier.OWNER));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/v1/chat/completions", "/v1/usage", "/v1/models", "/metrics", "/health", "/v0/managements"})
    void a_command_is_not_let_in_anywhere_else(String path) {
        assertThat(refusal(commands(), request(path, Map.of("x-api-key", List.of("command"))))
                        .code())
                .isEqualTo("invalid_api_key");
    }

    private Gate commands() {
        return gate(new GateRules(Optional.empty(), Optional.of(Tokens.hash("command")), false, Set.of(), Set.of()));
    }

    private static ApiError refusal(Gate gate, InboundRequest request) {
        return catchThrowableOfType(ApiException.class, () -> gate.admit(request))
                .error();
    }

    private static InboundRequest request(String header, String value) {
        return request(Map.of(header, List.of(value)));
    }

    private static InboundRequest request(Map<String, List<String>> headers) {
        return request("/v1/chat/completions", headers);
    }

    private static InboundRequest request(String path, Map<String, List<String>> headers) {
        return new InboundRequest("r-1", "POST", path, "", headers, InetAddress.getLoopbackAddress(), 0, new NoBody());
    }

    /** The gate must not read the body. */
    private static final class NoBody implements RequestBody {
        @Override
        public byte[] read() {
            throw new AssertionError("the gate read the body");
        }

        @Override
        public void close() {}
    }
}
