package dev.coppice.inside;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** A test in the WAR as it is shipped. */
abstract class Inside extends Inhabitant {
    @Deployment
    static WebArchive coppice() {
        return war();
    }
}
