/**
 * Classes that only a deployment on Payara needs. They are part of {@code coppice-bundled.war}, and not of
 * {@code coppice.war}.
 */
package dev.coppice.payara;
