package dev.coppice.boot;

import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.jboss.as.controller.Extension;
import org.jboss.as.controller.ExtensionContext;
import org.jboss.as.controller.ModelVersion;
import org.jboss.as.controller.PathAddress;
import org.jboss.as.controller.PathElement;
import org.jboss.as.controller.operations.common.Util;
import org.jboss.as.controller.parsing.ExtensionParsingContext;
import org.jboss.as.controller.parsing.ParseUtils;
import org.jboss.as.controller.persistence.SubsystemMarshallingContext;
import org.jboss.dmr.ModelNode;
import org.jboss.staxmapper.XMLElementReader;
import org.jboss.staxmapper.XMLElementWriter;
import org.jboss.staxmapper.XMLExtendedStreamReader;
import org.jboss.staxmapper.XMLExtendedStreamWriter;

/**
 * Extension of WildFly with the subsystem {@code coppice}. The subsystem adds the jars of the operator's extensions to
 * the WAR of Coppice ({@link DropInJars}), and makes the server stop quickly ({@link GracefulStop}). It has no
 * attributes. {@code configure.cli} enables it.
 */
public final class CoppiceExtension implements Extension {
    static final PathElement SUBSYSTEM = PathElement.pathElement("subsystem", "coppice");
    private static final String NAMESPACE = "urn:dev.coppice:server:1.0";
    private static final ModelVersion VERSION = ModelVersion.create(1);

    @Override
    public void initialize(ExtensionContext context) {
        var subsystem = context.registerSubsystem(SUBSYSTEM.getValue(), VERSION);
        subsystem.registerSubsystemModel(new CoppiceSubsystem());
        subsystem.registerXMLElementWriter(new Xml());
    }

    @Override
    public void initializeParsers(ExtensionParsingContext context) {
        context.setSubsystemXmlMapping(SUBSYSTEM.getValue(), NAMESPACE, Xml::new);
    }

    /** Reads and writes the subsystem in {@code standalone.xml}: an XML element without attributes and content. */
    private static final class Xml
            implements XMLElementReader<List<ModelNode>>, XMLElementWriter<SubsystemMarshallingContext> {
        @Override
        public void readElement(XMLExtendedStreamReader reader, List<ModelNode> operations) throws XMLStreamException {
            ParseUtils.requireNoAttributes(reader);
            ParseUtils.requireNoContent(reader);
            operations.add(Util.createAddOperation(PathAddress.pathAddress(SUBSYSTEM)));
        }

        @Override
        public void writeContent(XMLExtendedStreamWriter writer, SubsystemMarshallingContext context)
                throws XMLStreamException {
            boolean empty = true;
            context.startSubsystemElement(NAMESPACE, empty);
        }
    }
}
