/** What a session is built with lives under a name: sessions that name an agent follow its changes from then on. */
package dev.coppice.agent;
