/**
 * The Model Context Protocol (MCP) at {@code POST /mcp}: tools, resources and prompts with which AI clients search,
 * read and write conversations. Serves the stateless protocol of 2026-07-28 and, on the same URL, the older versions
 * that begin with {@code initialize}. Keeps no state between requests. The tenant always comes from the bearer token;
 * names of sessions and users in a request select data of this tenant only. The tools call the same beans as the REST
 * resources.
 */
package dev.coppice.mcp;
