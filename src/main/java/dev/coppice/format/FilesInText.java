package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * The files in a text, separated from it because tokens are counted differently for each kind of file. A file in a text
 * is a base64 {@code data:} URL, for example in the output of a tool or in an image of Markdown. A URL with fewer than
 * {@value #LEAST} characters from its {@code ;base64,} to its end counts as text. Finding the files takes time linear
 * in the text's length.
 *
 * @param rest the text without the URLs of the files; the same text if there are none
 * @param files the files, in the order of the text; empty if there are none
 */
record FilesInText(String rest, List<Media> files) {
    private static final String SCHEME = "data:";
    private static final String BASE64 = ";base64,";

    /**
     * Maximum number of characters before {@code ;base64,} in a URL: {@code data:} and the media type with its
     * parameters. Media types are much shorter. The limit keeps the time of a search linear in the text's length.
     */
    private static final int MAX_TYPE = 200;

    /**
     * Minimum number of characters of a file's data, including the {@code ;base64,} before it. A URL with less data
     * counts as text, because it has few tokens.
     */
    private static final int LEAST = 256;

    static FilesInText of(String text) {
        int mark = text.indexOf(BASE64);
        return mark < 0 ? new FilesInText(text, List.of()) : split(text, mark);
    }

    private static FilesInText split(String text, int first) {
        int mark = first;
        var rest = new StringBuilder();
        var files = new ArrayList<Media>();
        int copied = 0;
        for (; mark >= 0; mark = text.indexOf(BASE64, Math.max(mark + 1, copied))) {
            int earliest = Math.max(copied, mark - MAX_TYPE);
            int scheme = text.substring(earliest, mark).lastIndexOf(SCHEME);
            int end = end(text, mark + BASE64.length());
            if (scheme >= 0 && end - mark >= LEAST) {
                int from = earliest + scheme;
                rest.append(text, copied, from);
                files.add(Media.at(Media.UNKNOWN, text.substring(from, end), null, null));
                copied = end;
            }
        }
        return new FilesInText(rest.append(text, copied, text.length()).toString(), files);
    }

    private static int end(String text, int from) {
        int end = from;
        while (end < text.length() && isBase64(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isBase64(char c) {
        return c >= 'A' && c <= 'Z'
                || c >= 'a' && c <= 'z'
                || c >= '0' && c <= '9'
                || c == '+'
                || c == '/'
                || c == '-'
                || c == '_'
                || c == '=';
    }
}
