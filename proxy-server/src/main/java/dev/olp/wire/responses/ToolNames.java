package dev.olp.wire.responses;

import dev.olp.wire.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the model calls a client's tools. A name is always made in the same way, since it stands in the history too. */
final class ToolNames {
    /** Characters of a name. */
    private static final int LONGEST = 64;
    /** Characters of a digest that stand for what was cut off. */
    private static final int DIGEST = 8;

    private final Map<String, ClientTool> tools = new HashMap<>();

    /** The name of a tool in a namespace: both, or as much as fits and a digest. */
    static String flat(@Nullable String namespace, String name) {
        if (namespace == null || namespace.isEmpty()) {
            return name;
        }
        String joined = namespace.endsWith("__") ? namespace + name : namespace + "__" + name;
        if (joined.length() <= LONGEST) {
            return joined;
        }
        String digest = Sha256.hex(joined.getBytes(StandardCharsets.UTF_8)).substring(0, DIGEST);
        return joined.substring(0, LONGEST - DIGEST - 1) + "_" + digest;
    }

    void add(ClientTool tool) {
        tools.put(flat(tool.namespace(), tool.name()), tool);
    }

    /** The client's tool; a name that it does not know is a function's. */
    ClientTool of(String modelName) {
        return tools.getOrDefault(modelName, new ClientTool(null, modelName, false));
    }
}
