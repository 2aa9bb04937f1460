/**
 * Sessions: each is one conversation, named by tenant, namespace and id. What is acknowledged is kept, what is deleted
 * or expired is absent at once, and every change is announced after it has happened. One that was made after another goes
 * its own way from then on, and stays when that one goes.
 */
package dev.coppice.session;
