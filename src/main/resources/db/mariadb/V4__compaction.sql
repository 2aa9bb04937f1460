-- A summary that stands for the messages between two positions, for the readers of one tree. What it hides is counted as
-- it was written (hidden_tokens, and the bytes of the path down to the last one); edits below are added when they are read.
create table overlay (
    id            bigint not null auto_increment,
    tree_id       bigint not null,
    overlay_id    varchar(255) not null,
    from_branch   bigint not null,
    from_depth    integer not null,
    from_id       varchar(255) not null,
    to_branch     bigint not null,
    to_depth      integer not null,
    to_id         varchar(255) not null,
    summary       longblob not null,
    bytes         integer not null,
    tokens        integer not null,
    messages      integer not null,
    hidden_tokens bigint not null,
    path_bytes    bigint not null,
    tokens_before bigint not null,
    created_at    bigint not null,
    primary key (id),
    constraint overlay_name unique (tree_id, overlay_id)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- How many overlays a session's tree has, and what they add to the tokens of the leaf's path: mostly less than nothing.
alter table session add column overlays integer default 0 not null;
alter table session add column overlay_tokens bigint default 0 not null;

-- When the compaction that runs on some node must have ended; tokens of the frozen prompt; the session's own threshold.
alter table session add column compacting_until bigint;
alter table session add column prompt_tokens bigint default 0 not null;
alter table session add column compact_after integer;
alter table agent add column compact_after integer;
