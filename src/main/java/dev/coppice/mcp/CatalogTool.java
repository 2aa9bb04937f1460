package dev.coppice.mcp;

import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonValues;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A tool that the MCP endpoint offers.
 *
 * @param name name of the tool
 * @param group group of tools to which the tool belongs; clients can choose which groups they see
 * @param reads true if the tool only reads, so that a token with the scope {@code read} may call it
 * @param arguments checks the arguments of a call
 * @param json declaration of the tool for clients; the array must not be modified
 */
record CatalogTool(String name, String group, boolean reads, ArgumentCheck arguments, byte[] json) {
    /**
     * Creates a tool from an item of the list of tools in {@code /mcp/catalog.yaml}. Clients do not see the members
     * {@code group} and {@code reads} of the item.
     */
    static CatalogTool of(Map<String, Object> item) {
        var shown = new LinkedHashMap<>(item);
        var group = (String) shown.remove("group");
        boolean reads = (Boolean) shown.remove("reads");
        JsonBody declaration = out -> JsonValues.write(out, shown);
        return new CatalogTool(
                (String) item.get("name"),
                group,
                reads,
                ArgumentCheck.of(Catalog.cast(item.get("inputSchema"))),
                declaration.toBytes());
    }

    /** True if a client with this binding sees the tool and may call it. */
    boolean isOpenTo(Binding binding) {
        return (reads || binding.canWrite())
                && (binding.groups().isEmpty() || binding.groups().contains(group));
    }
}
