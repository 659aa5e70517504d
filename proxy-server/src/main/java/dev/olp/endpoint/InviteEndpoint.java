package dev.olp.endpoint;

import dev.olp.auth.ApiKey;
import dev.olp.auth.Invitations;
import dev.olp.auth.Invitations.Redeemed;
import dev.olp.http.ClientGone;
import dev.olp.http.InboundRequest;
import dev.olp.http.RequestHandler;
import dev.olp.http.ResponseHead;
import dev.olp.http.ResponseSink;
import dev.olp.wire.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /invite/<code>}: a page with a button, which shows the key once when it is pressed. Looking uses nothing up, so
 * that a chat program's preview does not either. No script, and nothing of the request is in the page; a key's name and a
 * token hold no character that HTML knows. Not in the audit log, since the path is a secret.
 */
final class InviteEndpoint implements RequestHandler {
    static final String PREFIX = "/invite/";

    private static final Logger log = LoggerFactory.getLogger(InviteEndpoint.class);

    private final Invitations invitations;

    InviteEndpoint(Invitations invitations) {
        this.invitations = invitations;
    }

    @Override
    public void handle(InboundRequest request, ResponseSink sink) throws ClientGone {
        String code = request.path().substring(PREFIX.length());
        try {
            if (request.method().equals("POST")) {
                Redeemed redeemed = invitations.redeem(code, request.peer());
                log.atInfo().addKeyValue("key", redeemed.key().id()).log("an invitation was used");
                reply(sink, 200, Map.of(), shown(redeemed));
            } else {
                reply(sink, 200, Map.of(), offered(invitations.find(code, request.peer())));
            }
        } catch (ApiException e) {
            reply(
                    sink,
                    e.error().status(),
                    e.error().headers(),
                    page("<p>" + e.error().message() + "</p>"));
        }
    }

    private static String offered(ApiKey key) {
        return page("""
                <p>There is a key for you here: <strong>%s</strong>. It is shown once, on this device.</p>
                <form method="post"><button>Show my key</button></form>""".formatted(key.name()));
    }

    private static String shown(Redeemed redeemed) {
        return page("""
                <p>Your key, <strong>%s</strong>. Copy it now: it cannot be shown again, and this link is used up.</p>
                <p><code>%s</code></p>
                <p>In your program: the address of this server with <code>/v1</code> behind it as base URL, and this as API
                key.</p>""".formatted(redeemed.key().name(), redeemed.token()));
    }

    private static String page(String content) {
        return """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
                <title>OLP</title></head><body>
                %s
                </body></html>
                """.formatted(content);
    }

    private static void reply(ResponseSink sink, int status, Map<String, String> more, String page) throws ClientGone {
        Map<String, String> headers = new LinkedHashMap<>(more);
        headers.put("Content-Type", "text/html; charset=utf-8");
        headers.put("Cache-Control", "no-store");
        headers.put(
                "Content-Security-Policy",
                "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Robots-Tag", "noindex");
        sink.reply(new ResponseHead(status, headers), page.getBytes(StandardCharsets.UTF_8));
    }
}
