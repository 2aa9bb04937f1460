-- What a session builder configures, under a name that sessions follow. Their writes look at ttl and counter only.
create table agent (
    id            bigint not null auto_increment,
    tenant_id     integer not null,
    name          varchar(255) not null,
    version       bigint not null,
    body          longblob not null,
    bytes         integer not null,
    ttl_seconds   bigint,
    token_counter varchar(255),
    created_at    bigint not null,
    updated_at    bigint not null,
    primary key (id),
    constraint agent_name unique (tenant_id, name)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- Who shares the content of context blocks: a session (by its number), a user, an agent, all of a tenant. Writers lock
-- this row; changes counts their writes, so that one look tells whether anything has changed since a prompt was frozen.
create table context_owner (
    id        bigint not null auto_increment,
    tenant_id integer not null,
    scope     varchar(16) not null,
    name      varchar(255) not null,
    changes   bigint not null,
    primary key (id),
    constraint context_owner_name unique (tenant_id, scope, name)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- The content of one block of an owner: a text, or entries, whichever its provider keeps.
create table context_store (
    id         bigint not null auto_increment,
    owner_id   bigint not null,
    label      varchar(255) not null,
    version    bigint not null,
    content    longblob not null,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (id),
    constraint context_store_label unique (owner_id, label)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- Every text that a block has had, the current one included.
create table context_version (
    store_id   bigint not null,
    version    bigint not null,
    content    longblob not null,
    bytes      integer not null,
    created_at bigint not null,
    primary key (store_id, version)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- Keyed content of a block: skills, or searchable entries. Tenant and session (null unless a session owns it) are
-- repeated here, because the search index is made of this row alone.
create table context_entry (
    id          bigint not null auto_increment,
    store_id    bigint not null,
    tenant_id   integer not null,
    session_pk  bigint,
    entry_key   varchar(255) not null,
    title       varchar(255),
    description varchar(2000),
    content     longblob not null,
    bytes       integer not null,
    version     bigint not null,
    created_at  bigint not null,
    updated_at  bigint not null,
    primary key (id),
    constraint context_entry_key unique (store_id, entry_key)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- Blocks that were added to one session, or (without a body) removed from it.
create table session_block (
    session_pk bigint not null,
    label      varchar(255) not null,
    position   integer not null,
    body       longblob,
    primary key (session_pk, label)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- The system prompt as it was rendered once, and what had been changed until then.
create table frozen_prompt (
    session_pk bigint not null,
    prompt     longblob not null,
    changes    bigint not null,
    created_at bigint not null,
    primary key (session_pk)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- Calls of load_context in the messages at some positions, and whether the output stands there. Written along with the
-- messages, so that what is loaded is known without reading them. A result in a message of its own has no label and no
-- key: they are its call's. A row beside what was written is what the readers of one tree see there instead, as an edit
-- is; one without call and label says that nothing is left.
create table skill_load (
    id         bigint not null auto_increment,
    tree_id    bigint not null,
    branch_id  bigint not null,
    depth      integer not null,
    beside     boolean not null,
    call_id    varchar(255),
    label      varchar(255),
    skill_key  varchar(255),
    output     boolean not null,
    primary key (id)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;
create index skill_load_position on skill_load (tree_id, branch_id, depth);
create index skill_load_call on skill_load (tree_id, call_id);
