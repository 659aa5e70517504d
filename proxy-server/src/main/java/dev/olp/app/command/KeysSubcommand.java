package dev.olp.app.command;

import dev.olp.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A command on keys: asks the management API and shows what it says. */
abstract class KeysSubcommand extends HomeCommand {
    KeysSubcommand(CommandContext context) {
        super(context);
    }

    abstract int run(ManagementDoor door) throws UsageException, CommandFailure;

    @Override
    final int run() throws ConfigException, UsageException, CommandFailure {
        try (ManagementDoor door = Doors.open(context)) {
            return run(door);
        }
    }

    static ObjectNode call(ManagementDoor door, String method, ObjectNode body, String... behindKeys)
            throws UsageException, CommandFailure {
        List<String> path = new ArrayList<>(List.of("keys"));
        path.addAll(List.of(behindKeys));
        return door.call(method, path, body);
    }

    static ObjectNode call(ManagementDoor door, String method, String... behindKeys)
            throws UsageException, CommandFailure {
        return call(door, method, object(), behindKeys);
    }

    /**
     * The id of the key that is meant: of this id, or else the valid one of this name. Names are looked up here, so that
     * none gets into a path and with that into the audit log.
     */
    static String id(ManagementDoor door, String idOrName) throws UsageException, CommandFailure {
        List<ObjectNode> keys = keys(call(door, "GET"));
        return keys.stream()
                .filter(key -> text(key, "id", "").equals(idOrName))
                .findFirst()
                .or(() -> valid(keys, idOrName))
                .map(key -> text(key, "id", ""))
                .orElseThrow(
                        () -> new UsageException("There is no valid key of that id or name; see `olp keys list`."));
    }

    /** Those of the answer that lists them. */
    static List<ObjectNode> keys(ObjectNode all) {
        return all.path("keys")
                .valueStream()
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast)
                .toList();
    }

    /** The one that is not revoked and has this name. */
    static Optional<ObjectNode> valid(List<ObjectNode> keys, String name) {
        return keys.stream()
                .filter(key -> text(key, "name", "").equals(name)
                        && text(key, "revoked_at", "").isEmpty())
                .findFirst();
    }

    static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }

    static void put(ObjectNode body, String field, List<String> names) {
        ArrayNode array = body.putArray(field);
        names.forEach(array::add);
    }

    static String text(ObjectNode object, String field, String otherwise) {
        return Shown.text(object.path(field), otherwise);
    }
}
