package dev.coppice.http;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Registers the REST API at the root path; the container finds resources and providers by scanning. */
@ApplicationPath("/")
public class CoppiceApplication extends Application {}
