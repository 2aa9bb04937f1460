package dev.coppice.format;

import dev.coppice.format.Content.Source;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Converts a part that contains a file to {@link Media}. The part may have the form of OpenAI, Anthropic, AgentScope,
 * or the AI SDK's model messages or UI messages. One object converts one part.
 */
final class MediaReader {
    private static final String PDF = "application/pdf";

    /** The beginning of a {@code data:} URL that OpenAI accepts as an image. */
    private static final Pattern IMAGE_DATA = Pattern.compile("data:image/(?i:png|jpe?g|gif|webp);base64,\\s*\\S");

    private final JsonSlice json;
    private final String type;
    private final JsonMembers members;
    private final String name;

    private MediaReader(ParsedPart part) {
        this.json = part.json();
        this.type = part.type();
        this.members = part.members();
        this.name = members.text("filename", "title", "name");
    }

    /**
     * Returns the file of a part. The file may be without content, see {@link Media#hasContent}. If the part has no
     * object {@code source}, and its type is {@code document} or not the type of a file, returns a
     * {@link Content.Aside}.
     *
     * @param isNamed true if the message has a member {@code name} for its sender, as AgentScope's messages do
     */
    static Content read(ParsedPart part, boolean isNamed) {
        var reader = new MediaReader(part);
        return reader.members.isObject("source") ? reader.source(isNamed) : reader.read();
    }

    /**
     * Returns the file of a part; empty if the part has neither a URL nor data nor a provider's id of a file.
     *
     * @param isNamed true if the message names its sender, as AgentScope's messages do
     */
    static Optional<Media> file(ParsedPart part, boolean isNamed) {
        return Optional.of(read(part, isNamed))
                .filter(Media.class::isInstance)
                .map(Media.class::cast)
                .filter(Media::hasContent);
    }

    private Content read() {
        var mediaType = members.text("mediaType", "mimeType");
        return switch (type) {
            case "image_url" -> imageUrl(members.object("image_url").text("url"));
            case "input_audio" -> audio(members.object("input_audio"));
            case "input_image" -> inputImage(members.text("image_url"));
            case "input_file" -> inputFile(members.text("file_data", "file_url"));
            case "file" -> members.isObject("file")
                    ? file(members.object("file"))
                    : dataOrUrl(mediaType == null ? Media.UNKNOWN : mediaType);
            case "image" -> Media.of(
                    mediaType == null ? Media.ANY_IMAGE : mediaType, members.text("image", "url", "data"), name, null);
            case "audio", "video" -> dataOrUrl(mediaType == null ? type + "/*" : mediaType);
            case "image-data", "image-url" -> dataOrUrl(mediaType == null ? Media.ANY_IMAGE : mediaType);
            case "media", "file-data", "file-url" -> dataOrUrl(mediaType == null ? Media.UNKNOWN : mediaType);
            case "image_generation_call" -> Media.of(Media.ANY_IMAGE, members.text("result"), name, null);
            default -> new Content.Aside(type, null);
        };
    }

    private Content imageUrl(String url) {
        return Media.at(Media.ANY_IMAGE, url, name, source(MessageFormat.OPENAI, isOfImage(url)));
    }

    private Content inputImage(String url) {
        boolean isWhole = isOfImage(url) || isFilled(members.text("file_id"));
        return Media.at(Media.ANY_IMAGE, url, name, source(MessageFormat.OPENAI_RESPONSES, isWhole));
    }

    private Content inputFile(String file) {
        return document(Media.of(PDF, file, name, null), members, MessageFormat.OPENAI_RESPONSES);
    }

    private Media dataOrUrl(String mediaType) {
        var data = members.text("data");
        return data == null
                ? Media.at(mediaType, members.text("url"), name, null)
                : Media.of(mediaType, data, name, null);
    }

    private Source source(MessageFormat format, boolean isWhole) {
        return isWhole ? new Source(format, json) : null;
    }

    /** True if OpenAI accepts the URL of an image as it is; false for null. */
    private static boolean isOfImage(String url) {
        return Media.isOnWeb(url) || url != null && IMAGE_DATA.matcher(url).lookingAt();
    }

    private static boolean isFilled(String text) {
        return text != null && !text.isBlank();
    }

    private Content audio(JsonMembers audio) {
        var format = String.valueOf(audio.text("format"));
        boolean isWhole = isFilled(audio.text("data")) && (format.equals("wav") || format.equals("mp3"));
        return new Media("audio/" + format, null, audio.text("data"), null, source(MessageFormat.OPENAI, isWhole));
    }

    private Content file(JsonMembers file) {
        var media = Media.of(PDF, file.text("file_data"), file.text("filename"), null);
        return document(media, file, MessageFormat.OPENAI);
    }

    private Media document(Media media, JsonMembers file, MessageFormat format) {
        boolean isWhole = media.data() != null || media.isOnWeb() || isFilled(file.text("file_id"));
        return media.withSource(source(format, isWhole));
    }

    /**
     * Returns the file that the member {@code source} of a part describes, in the form of Anthropic or AgentScope. The
     * file has no content if the source has no known type.
     *
     * @param isNamed true if the message names its sender, as AgentScope's messages do
     */
    private Content source(boolean isNamed) {
        var source = members.object("source");
        var stated = source.text("media_type", "mediaType");
        var mediaType = stated != null ? stated : type.equals("document") ? PDF : type + "/*";
        boolean isAgentScope = !type.equals("document") && (isNamed || !type.equals("image"));
        var format = isAgentScope ? MessageFormat.AGENTSCOPE : MessageFormat.ANTHROPIC;
        var data = source.text("data");
        var url = source.text("url");
        return switch (String.valueOf(source.text("type"))) {
            case "base64" -> new Media(
                    mediaType, null, data, name, source(format, isAgentScope && isFilled(stated) && isFilled(data)));
            case "url" -> {
                boolean isData = isAgentScope && url != null && url.startsWith("data:");
                yield Media.at(mediaType, url, name, source(format, isData || Media.isOnWeb(url)));
            }
            case "text" -> new Media(
                    "text/plain", null, base64(data), name, source(MessageFormat.ANTHROPIC, isFilled(data)));
            case "file" -> {
                boolean isWhole = isFilled(source.text("file_id"));
                yield new Media(mediaType, null, null, name, source(MessageFormat.ANTHROPIC, isWhole));
            }
            default -> new Media(mediaType, null, null, name, null);
        };
    }

    private static String base64(String text) {
        return text == null ? null : Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
