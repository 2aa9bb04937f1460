/**
 * Agents: named specifications that sessions are built with. A session refers to its agent by name, so a change of the
 * agent takes effect in all its sessions at once.
 */
package dev.coppice.agent;
