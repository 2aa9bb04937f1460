package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Everything in the WAR, by the bill of materials {@code target/bom.json}, and in the server, by WildFly's list, has a
 * license that lets others use, change and pass on Coppice. Runs in the profile {@code chaos}.
 */
@DatabaseNeutral
@Tag("chaos-only")
class LicensesIT {
    private static final Path BOM = Path.of("target", "bom.json");

    /** In WildFly's list: a library of WildFly that this server does not contain. */
    private static final String NOT_INSTALLED = "Not Installed";

    /** Names of SPDX, and those that libraries and WildFly use. LGPL is allowed, because its libraries are not changed. */
    private static final Pattern ALLOWED = Pattern.compile(
            "(the )?apache([ -]software)?( license)?,?[ -](version )?2(\\.0)?|apache license 2\\.0"
                    + "|(the )?mit( license)?|mit-0|bsd.*|the bsd license|.*bsd license.*|.*\\bbsd[ -][23].*"
                    + "|(eclipse public license|epl)[ -,v.]*[12](\\.0)?|eclipse (public|distribution) license.*|edl.*"
                    + "|mozilla public license.*|mpl[- ]2\\.0|lgpl-.*|gnu (lesser|library) general public license.*"
                    + "|cc0.*|public domain|fsf all permissive license|creative commons attribution.*|mulan.*|upl.*"
                    + "|.*with classpath[- ]exception|indiana university extreme lab software license.*",
            Pattern.CASE_INSENSITIVE);

    @Test
    void licensesOfTheWarAreAllowed() throws IOException {
        assumeTrue(Files.exists(BOM), "there is no target/bom.json: the build has skipped it");
        var licenses = new TreeMap<String, List<String>>();
        new ObjectMapper()
                .readTree(BOM.toFile())
                .path("components")
                .forEach(component -> licenses.put(
                        component.path("group").asText() + ":"
                                + component.path("name").asText(),
                        licenses(component)));
        assertAllowed(licenses);
    }

    private static List<String> licenses(JsonNode component) {
        var names = new ArrayList<String>();
        component.path("licenses").forEach(entry -> {
            var license = entry.path("license");
            names.add(license.path("id")
                    .asText(license.path("name").asText(entry.path("expression").asText())));
        });
        return names;
    }

    @Test
    void licensesOfTheServerAreAllowed() throws Exception {
        var list = Path.of(System.getProperty("jboss.home", "target/server"), "docs", "licenses", "licenses.xml");
        var factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        var root = factory.newDocumentBuilder().parse(list.toFile()).getDocumentElement();
        var licenses = new TreeMap<String, List<String>>();
        for (var dependency : elements(root.getElementsByTagName("dependency"))) {
            if (text(dependency, "version").equals(NOT_INSTALLED)) {
                continue;
            }
            var names = elements(dependency.getElementsByTagName("name")).stream()
                    .map(Element::getTextContent)
                    .toList();
            licenses.put(text(dependency, "groupId") + ":" + text(dependency, "artifactId"), names);
        }
        assertAllowed(licenses);
    }

    private static String text(Element parent, String name) {
        return parent.getElementsByTagName(name).item(0).getTextContent();
    }

    private static List<Element> elements(NodeList nodes) {
        var elements = new ArrayList<Element>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    /** A library with several licenses lets its users choose. */
    private static void assertAllowed(TreeMap<String, List<String>> licenses) {
        var refused = new TreeSet<String>();
        licenses.forEach((library, names) -> {
            if (names.stream().noneMatch(name -> ALLOWED.matcher(name.strip()).matches())) {
                refused.add(library + " " + names);
            }
        });
        System.out.printf("%d libraries, %d without an allowed license%n", licenses.size(), refused.size());
        assertTrue(licenses.size() > 10, licenses.toString());
        assertEquals(List.of(), List.copyOf(refused));
    }
}
