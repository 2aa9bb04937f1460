package dev.coppice.access;

import dev.coppice.http.HttpSettings;
import dev.coppice.jwt.OauthSettings;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;

/**
 * Names the OpenID provider, if there is one, in each response with the status 401: the header {@code WWW-Authenticate}
 * contains the URL of {@link ProtectedResource}, from which a client learns where to get a token.
 */
@Provider
public class ProviderChallenge implements ContainerResponseFilter {
    @Inject
    private OauthSettings settings;

    @Inject
    private HttpSettings http;

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (settings.isOn() && response.getStatus() == Response.Status.UNAUTHORIZED.getStatusCode()) {
            var url = ProtectedResource.baseUrl(http, request.getUriInfo()) + '/' + ProtectedResource.PATH;
            response.getHeaders().putSingle(HttpHeaders.WWW_AUTHENTICATE, "Bearer resource_metadata=\"" + url + '"');
        }
    }
}
