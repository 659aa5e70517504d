package dev.olp.provider.anthropic;

import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The meta-schema of JSON Schema 2020-12: what each keyword may hold. claude 2.1.332 drops a tool whose schema breaks it, the
 * API refuses the request. Keywords that it does not know may hold anything.
 */
final class SchemaRules {
    private static final Set<String> TYPES =
            Set.of("array", "boolean", "integer", "null", "number", "object", "string");
    private static final Pattern ANCHOR = Pattern.compile("[A-Za-z_][-A-Za-z0-9._]*");
    private static final Pattern ID = Pattern.compile("[^#]*#?");

    private static final Map<String, Predicate<JsonNode>> RULES = Stream.of(
                    rules(
                            SchemaRules::isSchema,
                            "items contains additionalProperties propertyNames not if then else unevaluatedItems"
                                    + " unevaluatedProperties contentSchema"),
                    rules(
                            node -> isList(node, SchemaRules::isSchema) && !node.isEmpty(),
                            "allOf anyOf oneOf prefixItems"),
                    rules(
                            node -> isMap(node, SchemaRules::isSchema),
                            "properties patternProperties $defs definitions dependentSchemas"),
                    rules(node -> isMap(node, value -> isNames(value) || isSchema(value)), "dependencies"),
                    rules(node -> isMap(node, SchemaRules::isNames), "dependentRequired"),
                    rules(SchemaRules::isNames, "required"),
                    rules(SchemaRules::isType, "type"),
                    rules(JsonNode::isArray, "enum examples"),
                    rules(node -> node.isNumber() && node.decimalValue().signum() > 0, "multipleOf"),
                    rules(JsonNode::isNumber, "maximum minimum exclusiveMaximum exclusiveMinimum"),
                    rules(
                            node -> node.isIntegralNumber()
                                    && node.decimalValue().signum() >= 0,
                            "maxLength minLength maxItems minItems maxProperties minProperties maxContains minContains"),
                    rules(
                            JsonNode::isString,
                            "pattern format title description $comment $schema $ref $dynamicRef $recursiveRef contentEncoding"
                                    + " contentMediaType"),
                    rules(node -> isString(node, ANCHOR), "$anchor $dynamicAnchor $recursiveAnchor"),
                    rules(node -> isString(node, ID), "$id"),
                    rules(JsonNode::isBoolean, "uniqueItems readOnly writeOnly deprecated"),
                    rules(node -> isMap(node, JsonNode::isBoolean), "$vocabulary"))
            .flatMap(rules -> rules.entrySet().stream())
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private SchemaRules() {}

    private static Map<String, Predicate<JsonNode>> rules(Predicate<JsonNode> rule, String keywords) {
        return Stream.of(keywords.split(" ")).collect(Collectors.toMap(keyword -> keyword, keyword -> rule));
    }

    static boolean isSchema(JsonNode node) {
        return node.isBoolean()
                || (node.isObject()
                        && node.properties().stream()
                                .allMatch(member -> RULES.getOrDefault(member.getKey(), value -> true)
                                        .test(member.getValue())));
    }

    private static boolean isList(JsonNode node, Predicate<JsonNode> each) {
        return node.isArray() && node.valueStream().allMatch(each);
    }

    private static boolean isMap(JsonNode node, Predicate<JsonNode> each) {
        return node.isObject() && node.valueStream().allMatch(each);
    }

    private static boolean isNames(JsonNode node) {
        return isList(node, JsonNode::isString) && areUnique(node);
    }

    private static boolean isType(JsonNode node) {
        return isTypeName(node) || (isList(node, SchemaRules::isTypeName) && !node.isEmpty() && areUnique(node));
    }

    private static boolean isTypeName(JsonNode node) {
        return node.isString() && TYPES.contains(node.stringValue());
    }

    private static boolean areUnique(JsonNode list) {
        Set<JsonNode> seen = new HashSet<>();
        return list.valueStream().allMatch(seen::add);
    }

    private static boolean isString(JsonNode node, Pattern pattern) {
        return node.isString()
                && pattern.matcher(Objects.requireNonNull(node.stringValue())).matches();
    }
}
