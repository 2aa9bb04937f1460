package dev.coppice.http;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** The REST API; its resources and providers are found by scanning. */
@ApplicationPath("/")
public class CoppiceApplication extends Application {}
