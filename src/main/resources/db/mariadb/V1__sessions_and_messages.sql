-- Names of tenants and namespaces, once; everywhere else they are numbers, so that keys stay short.
create table tenant (
    id         integer not null auto_increment,
    name       varchar(255) not null,
    primary key (id),
    constraint tenant_name unique (name)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

create table namespace (
    id         bigint not null auto_increment,
    tenant_id  integer not null,
    name       varchar(255) not null,
    primary key (id),
    constraint namespace_name unique (tenant_id, name)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

create table credential (
    id         bigint not null auto_increment,
    tenant_id  integer not null,
    secret     varbinary(32) not null,
    scopes     varchar(64) not null,
    name       varchar(255),
    created_at bigint not null,
    primary key (id),
    constraint credential_secret unique (secret)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- The messages of a session hang on a tree; a tree without a session is a stool: nameless, purged unless a fork lives.
-- session_pk names a deleted session, whose events are purged along with it; the base is the message of
-- another tree that a fork grows on.
create table tree (
    id          bigint not null auto_increment,
    orphaned_at bigint,
    session_pk  bigint,
    base_tree   bigint,
    base_branch bigint,
    base_depth  integer,
    primary key (id)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;
create index tree_orphaned on tree (orphaned_at);
create index tree_base on tree (base_tree);

create table session (
    id                   bigint not null auto_increment,
    tenant_id            integer not null,
    namespace_id         bigint not null,
    session_id           varchar(255) not null,
    tree_id              bigint not null,
    version              bigint not null,
    name                 varchar(255),
    agent                varchar(255),
    model                varchar(255),
    source               varchar(255),
    user_id              varchar(255),
    type                 varchar(16) not null,
    parent_session_id    varchar(255),
    forked_at_message_id varchar(255),
    metadata             longblob not null,
    ttl_seconds          bigint,
    expires_at           bigint,
    max_messages         integer,
    next_seq             bigint not null,
    message_count        integer not null,
    edits                integer not null,
    leaf_branch          bigint,
    leaf_depth           integer,
    leaf_id              varchar(255),
    leaf_tip             boolean not null,
    leaf_path_tokens     bigint not null,
    leaf_path_bytes      bigint not null,
    tokens               bigint not null,
    path_length          integer not null,
    input_tokens         bigint not null,
    output_tokens        bigint not null,
    cached_tokens        bigint not null,
    reasoning_tokens     bigint not null,
    cost                 decimal(38, 18) not null,
    created_at           bigint not null,
    updated_at           bigint not null,
    ended_at             bigint,
    end_reason           varchar(255),
    primary key (id),
    constraint session_name unique (namespace_id, session_id)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;
-- One for each way to list by time: in a namespace or in all of a tenant, of everybody, a user or an agent.
create index session_by_updated on session (namespace_id, updated_at, id);
create index session_by_user on session (namespace_id, user_id, updated_at, id);
create index session_by_agent on session (namespace_id, agent, updated_at, id);
create index session_by_tenant_updated on session (tenant_id, updated_at, id);
create index session_by_tenant_user on session (tenant_id, user_id, updated_at, id);
create index session_by_tenant_agent on session (tenant_id, agent, updated_at, id);
create index session_by_expires on session (expires_at);

-- A hash for each scalar member of a session's metadata, so that lists can filter by it.
create table session_label (
    session_pk bigint not null,
    label      varbinary(32) not null,
    primary key (session_pk, label)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- A run of messages, and where it left which other run. Immutable. The parent may hang on another tree: a fork.
create table branch (
    id           bigint not null auto_increment,
    tree_id      bigint not null,
    parent_id    bigint,
    parent_depth integer not null,
    first_seq    bigint not null,
    primary key (id)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;
create index branch_tree on branch (tree_id, id);
create index branch_parent on branch (parent_id, parent_depth, first_seq);

-- The rows of a path lie side by side. A row is never moved, its depth never reused. Of a deleted message stays the
-- position: gone is its seq then, and its seq is negative, so that the id is free again and live rows are found alone.
create table message (
    branch_id   bigint not null,
    depth       integer not null,
    tree_id     bigint not null,
    message_id  varchar(255) not null,
    gone        bigint not null,
    seq         bigint not null,
    role        varchar(255) not null,
    body        longblob not null,
    bytes       integer not null,
    tokens      integer not null,
    path_bytes  bigint not null,
    path_tokens bigint not null,
    version     integer not null,
    created_at  bigint not null,
    sent        varbinary(32),
    preview     varchar(255) not null,
    primary key (branch_id, depth),
    constraint message_name unique (tree_id, message_id, gone),
    constraint message_seq unique (tree_id, seq)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- What became of a message for the readers of one tree: a new body, or none when it was deleted.
create table edit (
    tree_id      bigint not null,
    branch_id    bigint not null,
    depth        integer not null,
    role         varchar(255),
    body         longblob,
    bytes        integer not null,
    tokens       integer not null,
    tokens_delta integer not null,
    count_delta  integer not null,
    version      integer not null,
    created_at   bigint not null,
    preview      varchar(255) not null,
    primary key (tree_id, branch_id, depth)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- What has happened, in the transaction in which it did. The position is given after the commit: ids are handed out in
-- the order of inserts, and a reader behind an id would miss what commits late.
create table event_log (
    id           bigint not null auto_increment,
    position     bigint,
    tenant_id    integer not null,
    namespace_id bigint not null,
    session_pk   bigint not null,
    type         varchar(40) not null,
    data         longblob not null,
    created_at   bigint not null,
    primary key (id)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;
create index event_position on event_log (position, id);
create index event_session on event_log (session_pk, id);

create table event_sequence (
    id            integer not null,
    last_position bigint not null,
    primary key (id)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;
insert into event_sequence (id, last_position) values (1, 0);

-- Answers by idempotency key, written in the transaction that they tell of.
create table idempotent_call (
    call_key    varbinary(32) not null,
    request     varbinary(32) not null,
    session     varbinary(32),
    status      integer not null,
    headers     varchar(1000) not null,
    body        longblob not null,
    created_at  bigint not null,
    primary key (call_key)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;
create index idempotent_call_created on idempotent_call (created_at);
create index idempotent_call_session on idempotent_call (session);
