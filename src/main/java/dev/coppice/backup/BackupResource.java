package dev.coppice.backup;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.AuditAction;
import dev.coppice.access.AuditLog;
import dev.coppice.access.Request;
import dev.coppice.access.Tenant;
import dev.coppice.idempotency.Answer;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/**
 * HTTP resource of backups, for administrators of the tenant {@code default}, because a backup contains the data of all
 * tenants. A request cannot choose the directory or the name of the file.
 */
@Path("v1/admin/backup")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class BackupResource {
    @Inject
    private Backups backups;

    @Inject
    private AuditLog audit;

    @Inject
    private Request request;

    /**
     * Writes a backup of the database, and answers 201 with its file name and size when it is complete. Throws 403
     * {@code forbidden} if the caller's tenant is not {@code default}, and the errors of {@link Request#emptyBody} and
     * {@link Backups#write()}.
     *
     * @param stream the body, which must be empty or an empty JSON object
     */
    @POST
    public Response write(InputStream stream) {
        if (!request.tenant().equals(Tenant.DEFAULT)) {
            throw new Problem(
                    Code.FORBIDDEN,
                    "A backup contains all tenants; only callers of the tenant `default` may make one.");
        }
        request.emptyBody(stream);
        var backup = backups.write();
        audit.record(request.actor(), AuditAction.BACKUP_DONE, request.tenant(), backup.file(), backup::writeMembers);
        return Answer.of(201, backup).toResponse();
    }
}
