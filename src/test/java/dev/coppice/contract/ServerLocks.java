package dev.coppice.contract;

import dev.coppice.support.TestServers;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** The lock of a class that {@link RunsAlone}: its server, so that classes of different servers run at the same time. */
final class ServerLocks implements ResourceLocksProvider {
    private static final Lock SHARED_SERVER = new Lock("shared server");
    private static final Lock TEST_SERVERS = new Lock("test servers");
    /** One after the other all the same, so that there are not too many servers. */
    private static final Lock OWN_SERVER = new Lock("servers of single classes");

    private static final Lock WAITING_SERVER = new Lock("servers of single classes that mostly wait");

    @Override
    public Set<Lock> provideForClass(Class<?> testClass) {
        var own = AnnotationSupport.findAnnotation(testClass, RunsAlone.class).filter(RunsAlone::ownServer);
        if (own.isPresent()) {
            return Set.of(own.get().mostlyWaits() ? WAITING_SERVER : OWN_SERVER);
        }
        var stopsServers = AnnotationSupport.findRepeatableAnnotations(testClass, ExtendWith.class).stream()
                .flatMap(extension -> Arrays.stream(extension.value()))
                .anyMatch(TestServers.class::equals);
        return Set.of(stopsServers ? TEST_SERVERS : SHARED_SERVER);
    }

    @Override
    public Set<Lock> provideForMethod(List<Class<?>> enclosing, Class<?> testClass, Method method) {
        return provideForClass(testClass);
    }
}
