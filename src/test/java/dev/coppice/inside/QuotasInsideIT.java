package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.quota.StoredQuotas;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Counts of tenants in the database. */
class QuotasInsideIT extends InsideTest {
    private static final long DAY = 20_000;

    @Inject
    private StoredQuotas quotas;

    @Test
    void countThatWouldNotFitStaysAtTheMaximum() {
        var tenant = "t" + UUID.randomUUID();
        assertEquals(new StoredQuotas.Used(Long.MAX_VALUE - 5, 3), quotas.add(tenant, DAY, Long.MAX_VALUE - 5, 3));
        assertEquals(new StoredQuotas.Used(Long.MAX_VALUE, 4), quotas.add(tenant, DAY, 6, 1));
        assertEquals(
                new StoredQuotas.Used(Long.MAX_VALUE, Long.MAX_VALUE),
                quotas.add(tenant, DAY, Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void countsAreAdded() {
        var tenant = "t" + UUID.randomUUID();
        quotas.add(tenant, DAY, 5, 1);
        assertEquals(new StoredQuotas.Used(12, 3), quotas.add(tenant, DAY, 7, 2));
        assertEquals(new StoredQuotas.Used(1, 0), quotas.add(tenant, DAY + 1, 1, 0));
    }
}
