package dev.olp.http;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Status and headers of a reply. The sink adds x-request-id, Date, CORS, Content-Length or chunked by itself.
 *
 * @param status HTTP status
 * @param headers in order
 */
public record ResponseHead(int status, Map<String, String> headers) {
    public ResponseHead {
        headers = new LinkedHashMap<>(headers);
    }
}
