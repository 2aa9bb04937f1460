-- Since when something of a tree is to be purged: of a stool, or because its forks hold less of it than before. Its
-- branches up to purged_to are done.
alter table tree add column purge_at bigint;
alter table tree add column purged_to bigint default 0 not null;
update tree set purge_at = orphaned_at;
create index tree_purge on tree (purge_at);
drop index tree_orphaned;

-- Texts that were changed or deleted in their own tree, and stay in their rows for forks that go on reading them.
create table old_text (
    tree_id   bigint not null,
    branch_id bigint not null,
    depth     integer not null,
    primary key (tree_id, branch_id, depth)
);
