package dev.olp.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.endpoint.Router.Route;
import dev.olp.http.RequestHandler;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document and the router know the same routes. */
class OpenApiTest {
    private static final Set<String> METHODS = Set.of("get", "post", "patch", "delete", "put");

    private final ObjectNode document = new OpenApiDocument("1.2.3").of(Map.of());
    private final List<Route> routes = routes();

    private static List<Route> routes() {
        RequestHandler any = (request, sink) -> {};
        Map<ManagementRoute, RequestHandler> management = new EnumMap<>(ManagementRoute.class);
        for (ManagementRoute route : ManagementRoute.values()) {
            management.put(route, any);
        }
        return Routes.table(new Routes.Handlers(
                any, any, any, any, any, any, any, any, any, any, any, any, any, any, any, any, any, any, management));
    }

    @Test
    void every_route_is_in_the_document() {
        List<String> missing = new ArrayList<>();
        for (Route route : routes) {
            if (operations().stream().noneMatch(operation -> operation.isServedBy(route))) {
                missing.add(route.method() + " " + route.path());
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void whatever_is_in_the_document_has_a_route() {
        assertThat(operations())
                .hasSizeGreaterThan(20)
                .allSatisfy(operation -> assertThat(routes.stream().filter(operation::isServedBy))
                        .as(operation.toString())
                        .hasSize(1));
    }

    @Test
    void it_says_which_version_it_is_of() {
        assertThat(document.at("/openapi").stringValue()).startsWith("3.1.");
        assertThat(document.at("/info/version").stringValue()).isEqualTo("1.2.3");
    }

    @Test
    void each_operation_has_a_name_of_its_own_and_tells_of_errors() {
        Set<String> names = new TreeSet<>();
        for (Operation operation : operations()) {
            assertThat(names.add(operation.node.path("operationId").stringValue()))
                    .as(operation.toString())
                    .isTrue();
            assertThat(operation.node.at("/responses/default").isObject()).isTrue();
        }
    }

    @Test
    void whatever_it_refers_to_is_there_and_whatever_is_there_is_referred_to() {
        Matcher references = Pattern.compile("\"#/components(/[^\"]+)\"").matcher(document.toString());
        Set<String> used = new TreeSet<>();
        while (references.find()) {
            used.add(references.group(1));
            assertThat(document.at("/components" + references.group(1)).isMissingNode())
                    .as(references.group(1))
                    .isFalse();
        }
        for (String kind : List.of("schemas", "headers", "responses")) {
            for (String name : document.at("/components/" + kind).propertyNames()) {
                assertThat(used).contains("/" + kind + "/" + name);
            }
        }
    }

    private record Operation(String method, String path, JsonNode node) {
        boolean isServedBy(Route route) {
            return route.method().equals(method) && route.matches(path.replaceAll("\\{[a-z]+}", "x"));
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    private List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().stream()
                        .filter(operation -> METHODS.contains(operation.getKey()))
                        .forEach(operation -> all.add(new Operation(
                                operation.getKey().toUpperCase(Locale.ROOT), path.getKey(), operation.getValue()))));
        return all;
    }
}
