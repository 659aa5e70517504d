package dev.olp.endpoint;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What stands behind the question mark, decoded. Values are never repeated in a refusal. */
final class QueryParameters {
    private QueryParameters() {}

    /** @throws ApiException 400 for what is not URL-encoded or given twice */
    static Map<String, String> read(String query) throws ApiException {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            if (parameters.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1))) != null) {
                throw new ApiException(ApiError.badValue("query", "A parameter was given twice."));
            }
        }
        return parameters;
    }

    /** @throws ApiException 400 for any other name */
    static void refuseOthers(Map<String, String> parameters, Set<String> known) throws ApiException {
        if (!known.containsAll(parameters.keySet())) {
            throw new ApiException(ApiError.badValue(
                    "query",
                    "There is an unknown parameter; known are " + String.join(", ", new TreeSet<>(known)) + "."));
        }
    }

    private static String decoded(String text) throws ApiException {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new ApiException(ApiError.badValue("query", "The query is not URL-encoded."));
        }
    }
}
