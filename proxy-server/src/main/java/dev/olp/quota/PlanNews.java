package dev.olp.quota;

import dev.olp.provider.ChatEvent.RateLimitReport;
import dev.olp.provider.Provider;
import java.util.Map;

/** Port: told what replies and CLIs say of plans. Neither blocks nor throws. */
public interface PlanNews {
    /** A provider's reply came with these headers, by lower-case name. */
    void headers(Provider provider, String account, Map<String, String> headers);

    /** A CLI told of one window. */
    void reported(PlanAccount account, RateLimitReport report);
}
