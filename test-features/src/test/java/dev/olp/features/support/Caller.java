package dev.olp.features.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** Somebody with a token, who makes each request on a connection of its own. */
public interface Caller {
    String token();

    RawHttp connect() throws IOException;

    /** A GET, DELETE or the like. */
    default Reply request(String method, String path, String... headers) throws IOException {
        try (RawHttp http = connect()) {
            StringBuilder head = new StringBuilder(method + " " + path
                    + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + token() + "\r\nConnection: close\r\n");
            Stream.of(headers).forEach(header -> head.append(header).append("\r\n"));
            return http.send(head.append("\r\n").toString()).reply();
        }
    }

    default Reply get(String path, String... headers) throws IOException {
        return request("GET", path, headers);
    }

    /** A POST of JSON. */
    default Reply post(String path, String body, String... headers) throws IOException {
        try (RawHttp http = connect()) {
            return http.post(path, token(), body.getBytes(StandardCharsets.UTF_8), headers)
                    .reply();
        }
    }

    default Reply chat(String body, String... headers) throws IOException {
        return post("/v1/chat/completions", body, headers);
    }

    /** A streamed chat, read to its end. */
    default Streamed stream(String body, String... headers) throws IOException {
        try (RawHttp http = connect()) {
            http.post("/v1/chat/completions", token(), body.getBytes(StandardCharsets.UTF_8), headers);
            Reply head = http.head();
            return new Streamed(head, http.events(head).all());
        }
    }
}
