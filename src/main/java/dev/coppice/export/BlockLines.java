package dev.coppice.export;

import dev.coppice.RecentMap;
import dev.coppice.api.Page;
import dev.coppice.context.BlockOwnerKey;
import dev.coppice.context.ContextExport;
import dev.coppice.context.ContextExport.Declaration;
import dev.coppice.context.StoredBlocks;
import dev.coppice.json.JsonBody.Members;
import dev.coppice.json.NullableMembers;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

/**
 * Writes the lines of a session's context blocks into an export: the declarations in which the session differs from its
 * agent, the contents of the blocks, and the frozen prompt. For one export; not thread-safe.
 */
@Dependent
class BlockLines {
    @Inject
    private ContextExport contexts;

    @Inject
    private StoredBlocks storedBlocks;

    /**
     * Writes the declarations and the contents of a session's blocks. The owner of a content is a session, a user, an
     * agent or a tenant. Contents of a user, an agent or a tenant are shared by several sessions. This method leaves
     * them out if {@code written} contains their owner.
     *
     * @param name name of the session
     * @param lines where the lines are written
     * @param written owners whose shared contents the export already contains: texts such as
     *     {@code blocks of user u-17} as keys; this method adds the owners whose shared contents it writes
     */
    void write(SessionName name, Lines lines, RecentMap<String, Boolean> written) {
        contexts.declarations(name).forEach(block -> lines.add("declaration", declaration(block)));
        for (var owner : contexts.owners(name)) {
            boolean isShared = owner.session() == null;
            if (!isShared || written.put("blocks of " + owner.scope().word() + ' ' + owner.name(), true) == null) {
                contexts.labels(owner).forEach(label -> content(owner, label, lines));
            }
        }
    }

    private static Members declaration(Declaration block) {
        return out -> {
            out.writeStringField("label", block.label());
            out.writeNumberField("position", block.position());
            NullableMembers.json(out, "block", block.spec());
        };
    }

    private void content(BlockOwnerKey owner, ContextExport.Label label, Lines lines) {
        if (label.texts() > 0) {
            var text = storedBlocks.text(owner, label.label());
            lines.add("text", out -> {
                owned(owner, label.label()).write(out);
                out.writeStringField("text", text.content());
            });
        }
        String after = null;
        for (var page = storedBlocks.entries(owner, label.label(), null, Page.MAX_LIMIT);
                !page.isEmpty();
                page = storedBlocks.entries(owner, label.label(), after, Page.MAX_LIMIT)) {
            for (var entry : page) {
                after = entry.key();
                storedBlocks
                        .entry(owner, label.label(), entry.key())
                        .ifPresent(stored -> lines.add("entry", out -> {
                            owned(owner, label.label()).write(out);
                            out.writeFieldName("entry");
                            stored.answer().write(out);
                        }));
            }
        }
    }

    private static Members owned(BlockOwnerKey owner, String label) {
        return out -> {
            out.writeStringField("scope", owner.scope().word());
            if (owner.session() == null && !owner.name().isEmpty()) {
                out.writeStringField("owner", owner.name());
            }
            out.writeStringField("label", label);
        };
    }

    /** Writes a session's frozen prompt, if it has one. */
    void prompt(SessionName name, Lines lines) {
        contexts.prompt(name)
                .ifPresent(prompt -> lines.add("prompt", out -> {
                    out.writeStringField("text", prompt.text());
                    out.writeNumberField("tokens", prompt.tokens());
                    out.writeBooleanField("current", prompt.current());
                }));
    }
}
