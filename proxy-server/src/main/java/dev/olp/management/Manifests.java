package dev.olp.management;

import dev.olp.auth.ApiKey;
import dev.olp.auth.KeyStore;
import dev.olp.auth.KeyTerms;
import dev.olp.auth.Scope;
import dev.olp.auth.Tier;
import dev.olp.auth.Tokens;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.wire.ApiException;
import dev.olp.wire.Shape;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keys in the reference design's form, {@code keys/<id>/manifest.json}: {@code {schema_version: 1, id, name, token_hash
 * (hex SHA-256 of the whole token), token_hash_algo, owner_tier, providers_enabled: "*" or a list, quota, created_at,
 * revoked_at?, last_used_at?, notes?, plaintext_advertise?}}, and what that form does not know beside it: {@code
 * expires_at, models_enabled, accounts, min_tier}.
 */
final class Manifests {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final Pattern HASH = Pattern.compile("[0-9a-fA-F]{64}");
    private static final Set<String> ALGORITHMS = Set.of("sha256", "sha-256");
    private static final Set<String> KNOWN = Set.of(
            "schema_version",
            "id",
            "name",
            "token_hash",
            "token_hash_algo",
            "owner_tier",
            "providers_enabled",
            "created_at",
            "revoked_at",
            "last_used_at",
            "notes",
            "plaintext_advertise",
            "expires_at",
            "models_enabled",
            "accounts",
            "min_tier");

    private final KeyStore keys;
    private final TermsReader terms;

    Manifests(KeyStore keys, TermsReader terms) {
        this.keys = keys;
        this.terms = terms;
    }

    /**
     * Takes one key over; its token stays good.
     *
     * @param body {@code {manifest, advertise?}}; without {@code advertise: true} a readable token is left behind
     * @return the key, in {@code ignored} the manifest's fields that have no place here, and in {@code unknown_accounts}, by
     *     provider, those that it waits for: until they are logged in, its requests there fail
     */
    KeysApi.Reply take(ObjectNode body) throws ApiException {
        TermsReader.refuseUnknown(body, Set.of("manifest", "advertise"));
        ObjectNode manifest = Shape.object(body, "manifest", "manifest");
        if (manifest == null) {
            throw Shape.bad("manifest", "is required and must be an object.");
        }
        boolean advertise = Shape.flag(body, "advertise", "advertise");
        byte[] hash = hash(manifest);
        ApiKey read = key(manifest, advertise, hash);
        Map<String, String> unknown = terms.unknown(read.scope().accounts());
        ApiKey key = keys.restore(read, hash);
        ObjectNode document = KeyDocument.of(key, key.createdAt());
        ArrayNode ignored = document.putArray("ignored");
        for (String name : manifest.propertyNames()) {
            boolean plaintext = name.equals("plaintext_advertise") && key.advertisedToken() == null;
            if ((plaintext || !KNOWN.contains(name)) && Shape.field(manifest, name) != null) {
                ignored.add(name);
            }
        }
        ObjectNode awaited = document.putObject("unknown_accounts");
        unknown.forEach((provider, account) -> awaited.put(provider, account));
        return new KeysApi.Reply(201, document);
    }

    private ApiKey key(ObjectNode manifest, boolean advertise, byte[] hash) throws ApiException {
        JsonNode version = Shape.field(manifest, "schema_version");
        if (version == null || !version.isIntegralNumber() || version.longValue() != 1) {
            throw Shape.bad("schema_version", "must be 1.");
        }
        String id = matching(manifest, "id", ID);
        Tier tier = TermsReader.tier(manifest, "owner_tier");
        Instant created = TermsReader.time(manifest, "created_at");
        if (created == null) {
            throw Shape.bad("created_at", "is required.");
        }
        Scope scope = new Scope(
                providers(manifest),
                terms.models(manifest, "models_enabled"),
                terms.accounts(manifest),
                terms.minTier(manifest));
        KeyTerms made = new KeyTerms(
                Shape.requiredString(manifest, "name", "name"),
                TermsReader.time(manifest, "expires_at"),
                scope,
                Shape.string(manifest, "notes", "notes"));
        String readable = advertise ? Shape.string(manifest, "plaintext_advertise", "plaintext_advertise") : null;
        if (readable != null) {
            checkReadable(readable, hash, tier, made, created);
        }
        return new ApiKey(
                id,
                made,
                tier,
                created,
                TermsReader.time(manifest, "revoked_at"),
                TermsReader.time(manifest, "last_used_at"),
                null,
                null,
                readable,
                null);
    }

    private void checkReadable(String readable, byte[] hash, Tier tier, KeyTerms made, Instant created)
            throws ApiException {
        if (!MessageDigest.isEqual(Tokens.hash(readable), hash)) {
            throw Shape.bad("plaintext_advertise", "must be the token whose hash the manifest has.");
        }
        Advertising.check(tier, made, keys.list(), created);
    }

    private @Nullable Set<String> providers(ObjectNode manifest) throws ApiException {
        JsonNode enabled = Shape.field(manifest, "providers_enabled");
        if (enabled == null) {
            throw Shape.bad("providers_enabled", "is required and must be \"*\" or an array.");
        }
        return enabled.isString() && enabled.stringValue().equals("*")
                ? null
                : terms.providers(manifest, "providers_enabled");
    }

    private static byte[] hash(ObjectNode manifest) throws ApiException {
        String algorithm = Shape.string(manifest, "token_hash_algo", "token_hash_algo");
        if (algorithm != null && !ALGORITHMS.contains(algorithm.toLowerCase(Locale.ROOT))) {
            throw Shape.bad("token_hash_algo", "must be sha256.");
        }
        return HexFormat.of().parseHex(matching(manifest, "token_hash", HASH));
    }

    private static String matching(ObjectNode manifest, String field, Pattern rule) throws ApiException {
        String value = Shape.requiredString(manifest, field, field);
        if (!rule.matcher(value).matches()) {
            throw Shape.bad(field, "must match " + rule + ".");
        }
        return value;
    }

    /** The key in that form; a readable token only if it is advertised. */
    ObjectNode of(ApiKey key) {
        ObjectNode manifest = JsonMapper.shared().createObjectNode();
        manifest.put("schema_version", 1)
                .put("id", key.id())
                .put("name", key.name())
                .put(
                        "token_hash",
                        HexFormat.of().formatHex(keys.tokenHash(key.id()).orElseThrow()))
                .put("token_hash_algo", "sha256")
                .put("owner_tier", key.tier().name().toLowerCase(Locale.ROOT));
        if (key.scope().providers() == null) {
            manifest.put("providers_enabled", "*");
        } else {
            KeyDocument.putNames(manifest, "providers_enabled", key.scope().providers());
        }
        manifest.putNull("quota")
                .put("created_at", KeysApi.text(key.createdAt()))
                .put("revoked_at", KeysApi.text(key.revokedAt()))
                .put("last_used_at", KeysApi.text(key.lastUsedAt()))
                .put("notes", key.terms().notes())
                .put("plaintext_advertise", key.advertisedToken())
                .put("expires_at", KeysApi.text(key.expiresAt()));
        KeyDocument.putNames(
                manifest,
                "models_enabled",
                key.scope().models() == null ? null : new TreeSet<>(key.scope().models()));
        ObjectNode accounts = manifest.putObject("accounts");
        new TreeMap<>(key.scope().accounts()).forEach((provider, account) -> accounts.put(provider, account));
        return manifest.put(
                "min_tier",
                key.scope().insistsOn().map(DeploymentTier::declared).orElse(null));
    }
}
