package dev.coppice.http;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/**
 * JAX-RS application that serves the REST API at the root path. The container finds resources and providers by
 * scanning.
 */
@ApplicationPath("/")
public class CoppiceApplication extends Application {}
