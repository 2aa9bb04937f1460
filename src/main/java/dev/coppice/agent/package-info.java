/**
 * Agents: named specifications that define the settings of sessions. A session refers to its agent by name, so a change
 * of the agent takes effect in all its sessions immediately.
 */
package dev.coppice.agent;
