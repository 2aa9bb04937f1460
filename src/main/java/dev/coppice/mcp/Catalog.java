package dev.coppice.mcp;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What the MCP endpoint offers to clients: its name, instructions for the model, tools, resource templates and prompts.
 * Read from the class path resource {@code /mcp/catalog.yaml}. Immutable after its creation; thread-safe.
 */
@ApplicationScoped
class Catalog {
    private Map<String, Object> document;
    private List<CatalogTool> tools;

    @PostConstruct
    void load() {
        try (var in = Catalog.class.getResourceAsStream("/mcp/catalog.yaml")) {
            document = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        tools = Catalog.<List<Map<String, Object>>>cast(document.get("tools")).stream()
                .map(CatalogTool::of)
                .toList();
    }

    /**
     * Returns name, title and version of the server, which MCP clients show to their users. The values are written as
     * JSON.
     */
    Object serverInfo() {
        return document.get("serverInfo");
    }

    /**
     * Returns the instructions that an MCP client passes to the model. The instructions name only tools that the client
     * sees.
     *
     * @param binding the client's permissions, and the groups of tools that it selected
     */
    String instructions(Binding binding) {
        return Catalog.<List<Map<String, Object>>>cast(document.get("instructions")).stream()
                .filter(part -> isFor(binding, part))
                .map(part -> (String) part.get("text"))
                .collect(Collectors.joining("\n"));
    }

    private boolean isFor(Binding binding, Map<String, Object> part) {
        var needed = Catalog.<List<String>>cast(part.get("tools"));
        var unless = (String) part.get("unless");
        return needed.stream().allMatch(name -> isOpen(name, binding)) && !(unless != null && isOpen(unless, binding));
    }

    private boolean isOpen(String name, Binding binding) {
        return tool(name).orElseThrow().isOpenTo(binding);
    }

    /**
     * Returns the declarations of the tools that a client sees, as JSON, in the order of the catalog.
     *
     * @param binding the client's permissions, and the groups of tools that it selected
     */
    List<byte[]> toolsFor(Binding binding) {
        return tools.stream()
                .filter(tool -> tool.isOpenTo(binding))
                .map(CatalogTool::json)
                .toList();
    }

    /** Returns a tool by its name; empty if there is none. */
    Optional<CatalogTool> tool(String name) {
        return tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
    }

    /** Returns the templates of MCP resources (URIs with placeholders), as values to be written as JSON. */
    Object resourceTemplates() {
        return document.get("resourceTemplates");
    }

    /** Returns the declarations of the MCP prompts that a user can choose, as values to be written as JSON. */
    Object prompts() {
        return document.get("prompts");
    }

    @SuppressWarnings("unchecked")
    static <T> T cast(Object value) {
        return (T) value;
    }
}
