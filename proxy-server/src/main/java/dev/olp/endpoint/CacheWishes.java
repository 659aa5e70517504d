package dev.olp.endpoint;

import dev.olp.cache.CacheUse;
import dev.olp.http.InboundRequest;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.chat.ParsedChat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** How far a request's client lets it be answered by another's run. Whatever forbids it wins. */
final class CacheWishes {
    private static final String ALLOW = "X-OLP-Cache";
    private static final String BYPASS = "X-OLP-Bypass-Cache";
    private static final Set<String> FORBIDDING = Set.of("no-store", "no-cache");

    private CacheWishes() {}

    /**
     * Reads it.
     *
     * @param sampled whether answers that may differ each time are kept too
     * @param shared whether strangers come by the same key, who would learn of each other
     * @throws ApiException 400 for a wish that we do not know
     */
    static CacheUse read(InboundRequest request, ParsedChat chat, boolean sampled, boolean shared) throws ApiException {
        boolean allowed = isSet(request, ALLOW, "allow");
        boolean bypassed = isSet(request, BYPASS, "1");
        if (bypassed || shared || chat.marked() || forbids(request.values("cache-control"))) {
            return CacheUse.NONE;
        }
        return allowed || sampled || chat.repeatable() ? CacheUse.KEEP : CacheUse.SHARE;
    }

    private static boolean isSet(InboundRequest request, String header, String value) throws ApiException {
        List<String> asked = request.values(header);
        if (!asked.stream().allMatch(each -> each.strip().equalsIgnoreCase(value))) {
            throw new ApiException(
                    ApiError.badValue(header, "The header %s takes %s; leave it out else.".formatted(header, value)));
        }
        return !asked.isEmpty();
    }

    private static boolean forbids(List<String> cacheControl) {
        return cacheControl.stream()
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .map(directive -> directive.strip().toLowerCase(Locale.ROOT))
                .anyMatch(FORBIDDING::contains);
    }
}
