package dev.olp.provider.anthropic;

import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client's schema as claude passes it on whole. It drops a tool, or all of them, for some schemas, and changes others; such a
 * schema is given as text, in the description of one that lets every object pass.
 */
final class ClaudeSchema {
    private static final String AS_TEXT = "A JSON object that this JSON Schema describes: ";

    /** What the API takes as the name of an argument. */
    private static final Pattern ARGUMENT = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    /** The API takes them below the top only; claude 2.1.332 turns them into other schemas. */
    private static final Set<String> NOT_ON_TOP = Set.of("oneOf", "anyOf", "allOf");

    /** claude loses a member of this name. */
    private static final String LOST = "__proto__";

    /** Names that every JavaScript object has: claude 2.1.152 offers no tool at all for an argument of one of them. */
    private static final Set<String> TAKEN = Set.of(
            "constructor",
            "hasOwnProperty",
            "isPrototypeOf",
            "propertyIsEnumerable",
            "toLocaleString",
            "toString",
            "valueOf",
            "__defineGetter__",
            "__defineSetter__",
            "__lookupGetter__",
            "__lookupSetter__");

    private ClaudeSchema() {}

    /** Whether it describes objects, which is what the arguments of a call always are. */
    static boolean isOfAnObject(String schema) {
        ObjectNode parsed = ExactJson.object(schema);
        if (parsed == null) {
            return false;
        }
        JsonNode type = parsed.path("type");
        return type.isMissingNode()
                || isObject(type)
                || (type.isArray() && type.valueStream().anyMatch(ClaudeSchema::isObject));
    }

    /**
     * What claude is given, on one line.
     *
     * @param schema for which {@link #isOfAnObject} holds
     * @param more of the tool's description, for which there is no other place; {@code ""} for none
     */
    static String of(String schema, String more) {
        ObjectNode parsed = Objects.requireNonNull(ExactJson.object(schema));
        if (!isPassedOn(parsed)) {
            ObjectNode any = JsonNodeFactory.instance.objectNode();
            any.put("type", "object");
            any.put("description", joined(more, AS_TEXT + schema));
            return ExactJson.text(any);
        }
        boolean changed = typed(parsed);
        changed |= withoutBooleans(parsed);
        if (!more.isEmpty()) {
            parsed.put("description", joined(more, parsed.path("description").asString("")));
            changed = true;
        }
        return changed ? ExactJson.text(parsed) : ExactJson.oneLine(schema);
    }

    private static boolean isPassedOn(ObjectNode schema) {
        return SchemaRules.isSchema(schema)
                && NOT_ON_TOP.stream().noneMatch(schema::has)
                && schema.path("properties").propertyNames().stream()
                        .allMatch(name -> ARGUMENT.matcher(name).matches() && !TAKEN.contains(name))
                && isKept(schema);
    }

    /** Whether every name and number in it is the same behind a JavaScript program. */
    private static boolean isKept(JsonNode node) {
        if (node.isNumber()) {
            return ExactJson.isDouble(node);
        }
        return !node.has(LOST) && node.valueStream().allMatch(ClaudeSchema::isKept);
    }

    /** Without that very type claude offers no tool at all. */
    private static boolean typed(ObjectNode schema) {
        if (isObject(schema.path("type"))) {
            return false;
        }
        schema.put("type", "object");
        return true;
    }

    /** claude 2.1.152 offers no tool at all for an argument whose schema is a boolean: its long forms mean the same. */
    private static boolean withoutBooleans(ObjectNode schema) {
        boolean changed = false;
        if (schema.get("properties") instanceof ObjectNode arguments) {
            for (String name : Set.copyOf(arguments.propertyNames())) {
                JsonNode argument = arguments.get(name);
                if (argument.isBoolean()) {
                    ObjectNode longForm = arguments.putObject(name);
                    if (!argument.booleanValue()) {
                        longForm.putObject("not");
                    }
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static boolean isObject(JsonNode type) {
        return type.isString() && "object".equals(type.stringValue());
    }

    private static String joined(String first, String then) {
        return first.isEmpty() || then.isEmpty() ? first + then : first + "\n\n" + then;
    }
}
