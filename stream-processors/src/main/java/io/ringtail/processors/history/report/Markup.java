package io.ringtail.processors.history.report;

import java.io.StringWriter;
import java.util.function.Consumer;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Elements of HTML and SVG; texts and attributes are escaped. Not thread safe. */
final class Markup {
    private final XMLStreamWriter writer;

    private Markup(XMLStreamWriter writer) {
        this.writer = writer;
    }

    /** A page of HTML. */
    static String page(Consumer<Markup> content) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            writer.writeDTD("<!DOCTYPE html>\n");
            content.accept(new Markup(writer));
            writer.writeEndDocument();
            writer.close();
            return text + "\n";
        } catch (XMLStreamException e) {
            throw unwritable(e);
        }
    }

    /**
     * An element.
     *
     * @param attributes names and values, by turns
     */
    Markup element(String name, Runnable content, String... attributes) {
        try {
            writer.writeStartElement(name);
            attributes(attributes);
            content.run();
            writer.writeEndElement();
            return this;
        } catch (XMLStreamException e) {
            throw unwritable(e);
        }
    }

    /** An element with nothing but a text in it. */
    Markup text(String name, String text, String... attributes) {
        return element(name, () -> characters(text), attributes);
    }

    /** An element of HTML that has no end, or one of SVG with nothing in it. */
    Markup empty(String name, String... attributes) {
        try {
            writer.writeEmptyElement(name);
            attributes(attributes);
            return this;
        } catch (XMLStreamException e) {
            throw unwritable(e);
        }
    }

    private void characters(String text) {
        try {
            writer.writeCharacters(text);
        } catch (XMLStreamException e) {
            throw unwritable(e);
        }
    }

    private void attributes(String... attributes) throws XMLStreamException {
        for (int i = 0; i < attributes.length; i += 2) {
            writer.writeAttribute(attributes[i], attributes[i + 1]);
        }
    }

    private static IllegalStateException unwritable(XMLStreamException e) {
        return new IllegalStateException("a report cannot be written: " + e.getMessage(), e);
    }
}
