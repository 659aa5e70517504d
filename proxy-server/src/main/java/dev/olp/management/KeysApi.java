package dev.olp.management;

import dev.olp.auth.ApiKey;
import dev.olp.auth.KeyStore;
import dev.olp.auth.KeyTerms;
import dev.olp.auth.Tier;
import dev.olp.auth.Tokens;
import dev.olp.limits.KeyLimits;
import dev.olp.limits.OwnLimits;
import dev.olp.registry.ModelRegistry;
import dev.olp.wire.ApiException;
import dev.olp.wire.Shape;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code keys}: list, make, show, change, limit, rotate, revoke, invite, erase, import and export. A key is named by its id, or by its
 * name while it is valid. Fields that are not known are refused by name.
 */
public final class KeysApi {
    private final KeyStore keys;
    private final KeyLimits limits;
    private final TermsReader terms;
    private final Manifests manifests;
    private final KeyRenewal renewal;
    private final Tokens tokens;
    private final Consumer<String> auditErasure;
    private final Clock clock;

    /**
     * Opens it.
     *
     * @param accounts that a key may be bound to
     * @param auditErasure blanks what the audit log says of the person behind a key's id
     */
    public KeysApi(
            KeyStore keys,
            KeyLimits limits,
            ModelRegistry registry,
            AccountNames accounts,
            Tokens tokens,
            Consumer<String> auditErasure,
            Clock clock) {
        this.auditErasure = auditErasure;
        this.keys = keys;
        this.limits = limits;
        this.terms = new TermsReader(registry, accounts);
        this.manifests = new Manifests(keys, terms);
        this.renewal = new KeyRenewal(keys, tokens, clock);
        this.tokens = tokens;
        this.clock = clock;
    }

    /**
     * What came of a call.
     *
     * @param status 200, or 201 for what was made
     */
    public record Reply(int status, ObjectNode body) {}

    /**
     * Does what is asked.
     *
     * @param method upper case
     * @param path the segments behind {@code keys}, decoded; empty for all keys
     * @param body empty where there is none
     * @throws ApiException 400 with the field, 404 {@code key_not_found}, 405, 409 {@code key_revoked}
     */
    public Reply call(String method, List<String> path, ObjectNode body) throws ApiException {
        String action = path.size() == 2 ? path.get(1) : "";
        try {
            if (path.isEmpty()) {
                return switch (method) {
                    case "GET" -> list();
                    case "POST" -> create(body);
                    default -> throw KeyRefusals.notAllowed("GET, HEAD, POST");
                };
            }
            if (path.equals(List.of("import")) && method.equals("POST")) {
                return manifests.take(body);
            }
            String key = path.getFirst();
            return switch (path.size() > 2 ? "/" : action) {
                case "" -> one(method, key, body);
                case "limits" -> limits(method, key, body);
                case "rotate" -> {
                    KeyRefusals.need("POST", method);
                    yield renewal.rotate(key, body);
                }
                case "invite" -> {
                    KeyRefusals.need("POST", method);
                    yield renewal.invite(key, body);
                }
                case "erase" -> {
                    KeyRefusals.need("POST", method);
                    yield erase(key, body);
                }
                case "manifest" -> {
                    KeyRefusals.need("GET", method);
                    yield new Reply(200, manifests.of(find(key)));
                }
                default -> throw KeyRefusals.unknownPath();
            };
        } catch (IllegalArgumentException refused) {
            throw KeyRefusals.badValue(String.valueOf(refused.getMessage()));
        }
    }

    private Reply one(String method, String key, ObjectNode body) throws ApiException {
        return switch (method) {
            case "GET" -> ok(find(key));
            case "PATCH" -> change(key, body);
            case "DELETE" -> revoke(key);
            default -> throw KeyRefusals.notAllowed("GET, HEAD, PATCH, DELETE");
        };
    }

    private Reply limits(String method, String named, ObjectNode body) throws ApiException {
        ApiKey key = find(named);
        return switch (method) {
            case "GET" -> new Reply(200, LimitsDocument.of(key, limits.of(key.id())));
            case "PATCH" -> {
                requireValid(key);
                OwnLimits own = LimitsDocument.read(body, limits.of(key.id()));
                limits.set(key.id(), own);
                yield new Reply(200, LimitsDocument.of(key, own));
            }
            default -> throw KeyRefusals.notAllowed("GET, HEAD, PATCH");
        };
    }

    private Reply list() {
        ObjectNode all = JsonMapper.shared().createObjectNode();
        ArrayNode array = all.putArray("keys");
        Instant now = clock.instant();
        keys.list().forEach(key -> array.add(KeyDocument.of(key, now)));
        return new Reply(200, all);
    }

    private Reply create(ObjectNode body) throws ApiException {
        Instant now = clock.instant();
        Set<String> known = new TreeSet<>(TermsReader.FIELDS);
        known.addAll(List.of("tier", "advertise"));
        TermsReader.refuseUnknown(body, known);
        KeyTerms made = terms.read(body, now).apply(KeyTerms.of(Shape.requiredString(body, "name", "name"), null));
        Tier tier = TermsReader.tier(body, "tier");
        boolean advertise = Shape.flag(body, "advertise", "advertise");
        if (advertise) {
            Advertising.check(tier, made, keys.list(), now);
        }
        String token = tokens.create();
        ApiKey key = keys.create(made, tier, Tokens.hash(token), advertise ? token : null, now);
        return new Reply(201, KeyDocument.of(key, now).put("token", token));
    }

    private Reply change(String named, ObjectNode body) throws ApiException {
        TermsReader.refuseUnknown(body, TermsReader.FIELDS);
        UnaryOperator<KeyTerms> change = terms.read(body, clock.instant());
        ApiKey key = find(named);
        requireValid(key);
        return ok(keys.change(key.id(), before -> {
                    KeyTerms after = change.apply(before);
                    if (key.advertisedToken() != null) {
                        Advertising.checkNarrow(after);
                    }
                    return after;
                })
                .orElseThrow(KeyRefusals::revoked));
    }

    /** Once more is no error: what was wanted holds. */
    private Reply revoke(String named) throws ApiException {
        ApiKey key = find(named);
        return ok(keys.revoke(key.id(), clock.instant()).orElse(key));
    }

    private Reply erase(String named, ObjectNode body) throws ApiException {
        TermsReader.refuseUnknown(body, Set.of());
        ApiKey key = find(named);
        ApiKey erased = keys.erase(key.id(), clock.instant()).orElseThrow(KeyRefusals::notFound);
        limits.forget(key.id());
        auditErasure.accept(erased.id());
        return ok(erased);
    }

    private ApiKey find(String named) throws ApiException {
        return keys.find(named).orElseThrow(KeyRefusals::notFound);
    }

    private static void requireValid(ApiKey key) throws ApiException {
        if (key.revokedAt() != null) {
            throw KeyRefusals.revoked();
        }
    }

    private Reply ok(ApiKey key) {
        return new Reply(200, KeyDocument.of(key, clock.instant()));
    }

    @Nullable
    static String text(@Nullable Instant at) {
        return at == null ? null : at.toString();
    }
}
