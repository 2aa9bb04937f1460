package dev.coppice.inside;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** A test in the WAR as it is shipped. */
abstract class InsideTest extends ServerApi {
    /** Place in the order of test classes: a walk through the index takes as long as there is much to walk through. */
    static final int FIRST = 1;

    @Deployment
    static WebArchive coppice() {
        return war();
    }
}
