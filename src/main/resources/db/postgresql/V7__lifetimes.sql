-- The entries of one session's blocks, which a session that was made after another one begins with.
create index context_entry_session on context_entry (session_pk);

-- For the readers of one tree all rows of a branch down to a depth are gone, and all above the branch: newer ones came.
-- What is due has rows that may be purged.
create table trim_line (
    tree_id   bigint not null,
    branch_id bigint not null,
    depth     integer not null,
    due       boolean not null,
    primary key (tree_id, branch_id)
);
create index trim_line_due on trim_line (due);

alter table session add column trimmed boolean default false not null;
alter table agent add column max_messages integer;

-- Who sweeps locks one of these rows for as long as a step takes: one node at a time.
create table lease (
    name varchar(32) collate "C" not null,
    primary key (name)
);
insert into lease (name) values ('messages');
insert into lease (name) values ('context');
