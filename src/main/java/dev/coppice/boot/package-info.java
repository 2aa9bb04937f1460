/**
 * What the server answers while the WAR is not deployed: during boot and shutdown clients are told to retry, never that a
 * route does not exist. Packed as a server module of its own, like the driver; no part of the WAR.
 */
package dev.coppice.boot;
