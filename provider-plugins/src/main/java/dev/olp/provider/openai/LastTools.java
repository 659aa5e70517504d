package dev.olp.provider.openai;

import dev.olp.provider.Tools;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tools last written, beside what they became: a client's are the same in each of its requests. Thread-safe. */
final class LastTools {
    /** UTF-16 units of what is remembered. */
    private static final int LONGEST = 1 << 20;

    private volatile @Nullable Written last;

    /** What these tools are for this version: as remembered, or made anew. */
    String of(Tools tools, CodexVersion version, Supplier<String> writer) {
        Written known = last;
        if (known != null && known.version().equals(version) && known.tools().equals(tools)) {
            return known.json();
        }
        String json = writer.get();
        if (json.length() <= LONGEST) {
            last = new Written(tools, version, json);
        }
        return json;
    }

    private record Written(Tools tools, CodexVersion version, String json) {}
}
