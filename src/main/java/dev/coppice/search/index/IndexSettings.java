package dev.coppice.search.index;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Settings of the search index.
 *
 * @param interval pause between two periodic updates of the index
 * @param analyzer language by whose rules words are stemmed; see {@link Analyzers}
 */
@SettingsGroup
public record IndexSettings(Duration interval, String analyzer) {
    @Inject
    public IndexSettings(SettingsReader in) {
        this(
                in.duration(
                        "coppice.search.interval",
                        "PT0.5S",
                        "Pause between two updates of the index. Each update is a commit of Lucene, with a sync of the"
                                + " disk."),
                in.text(
                        "coppice.search.analyzer",
                        Analyzers.DEFAULT,
                        "Language whose word endings are ignored: `arabic`, `danish`, `dutch`, `english`, `finnish`,"
                                + " `french`, `german`, `hungarian`, `italian`, `norwegian`, `portuguese`, `romanian`,"
                                + " `russian`, `spanish`, `swedish`, `turkish`; `unicode` (also `icu`, `cjk`) ignores"
                                + " none. A change rebuilds the index."));
    }
}
