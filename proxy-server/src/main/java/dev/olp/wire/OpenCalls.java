package dev.olp.wire;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Calls that wait for their result. Each is answered once, and all before the conversation goes on: a CLI would put its
 * own words where a result is missing, and drop one that nobody asked for.
 */
public final class OpenCalls {
    /** Characters of a client's id that an error repeats. */
    private static final int SHOWN = 64;

    private record Call(String id, String name, String path) {}

    /** By the client's id. */
    private final Map<String, Call> open = new LinkedHashMap<>();

    private final Set<String> used = new HashSet<>();
    private final Map<String, Integer> repeats = new HashMap<>();

    /**
     * Opens a call.
     *
     * @return an id that is unique in the conversation: some servers number calls anew in each turn, so a repeated id
     *     gets a suffix, the same from request to request
     */
    public String open(String clientId, String name, String path) throws ApiException {
        if (open.containsKey(clientId)) {
            throw Shape.bad(path, "stands twice in one message.");
        }
        String id = clientId;
        while (!used.add(id)) {
            id = clientId + "_" + repeats.merge(clientId, 1, (a, b) -> a + b);
        }
        open.put(clientId, new Call(id, name, path));
        return id;
    }

    /** The unique id of the open call that this result answers. */
    public String answer(String clientId, String path) throws ApiException {
        Call call = open.remove(clientId);
        if (call == null) {
            throw Shape.bad(path, "names no open call of an earlier assistant message: " + shown(clientId) + ".");
        }
        return call.id();
    }

    /** As {@link #answer}, for the older role that knows only the function's name. */
    public String answerByName(String name, String path) throws ApiException {
        for (Map.Entry<String, Call> entry : open.entrySet()) {
            if (entry.getValue().name().equals(name)) {
                return answer(entry.getKey(), path);
            }
        }
        throw Shape.bad(path, "names no function that an earlier assistant message called: " + shown(name) + ".");
    }

    /** Whether none waits. */
    public boolean isEmpty() {
        return open.isEmpty();
    }

    public void requireAnswered() throws ApiException {
        for (Map.Entry<String, Call> entry : open.entrySet()) {
            throw Shape.bad(
                    entry.getValue().path(), "has no tool message that answers it: " + shown(entry.getKey()) + ".");
        }
    }

    private static String shown(String id) {
        return id.length() <= SHOWN ? id : id.substring(0, SHOWN) + "…";
    }
}
