package dev.coppice.search;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tartarus.snowball.ext.PorterStemmer;

/**
 * English function words such as "the". They say little about the topic of a question, so a match of such a word adds
 * only half as much to the score as other words. In measurements, searches that ignored these words or made them
 * optional gave worse results.
 */
final class FunctionWords {
    private static final String ENGLISH =
            """
            a an the of to in on at for from by with about as into is are was were be been being am do does did done
            has have had having will would can could should may might shall must and or but if not no so than then
            that this these those it its he she they them his her their him i me my we our you your us what when where
            who whom whose which why how there s t d ll re ve m""";

    private static final Set<String> STEMS = Stream.of(ENGLISH.split("\\s+"))
            .flatMap(word -> Stream.of(
                    word,
                    new PorterStemmer() {
                        {
                            setCurrent(word);
                            stem();
                        }
                    }.getCurrent()))
            .collect(Collectors.toUnmodifiableSet());

    private FunctionWords() {}

    /**
     * True if a word is an English function word such as "the".
     *
     * @param stem stem of the word, made by the English analyzer
     */
    static boolean contains(String stem) {
        return STEMS.contains(stem);
    }
}
