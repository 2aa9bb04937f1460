-- What a session keeps under a key: a JSON text, or a list, whose items lie in rows of their own from first_place on.
-- Without a session it is gone, and purged with its items. rewritten is the version at which anything but items at the end
-- was last written.
create table state_value (
    id          bigint not null auto_increment,
    session_pk  bigint,
    value_key   varchar(255) not null,
    is_list     boolean not null,
    version     bigint not null,
    rewritten   bigint not null,
    first_place bigint not null,
    items       integer not null,
    bytes       bigint not null,
    body        longblob not null,
    fingerprint varbinary(32),
    created_at  bigint not null,
    updated_at  bigint not null,
    primary key (id),
    constraint state_value_key unique (session_pk, value_key)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

create table state_item (
    value_id    bigint not null,
    place       bigint not null,
    bytes       integer not null,
    fingerprint varbinary(32) not null,
    body        longblob not null,
    primary key (value_id, place)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- The one object of a session that is merged.
create table session_state (
    session_pk bigint not null,
    version    bigint not null,
    body       longblob not null,
    updated_at bigint not null,
    primary key (session_pk)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- A run of an agent, as it was saved last. Tenant and namespace are its session's.
create table run (
    id               bigint not null auto_increment,
    session_pk       bigint not null,
    tenant_id        integer not null,
    namespace_id     bigint not null,
    run_id           varchar(255) not null,
    agent_id         varchar(255),
    status           varchar(16) not null,
    version          bigint not null,
    input_tokens     bigint not null,
    output_tokens    bigint not null,
    cached_tokens    bigint not null,
    reasoning_tokens bigint not null,
    cost             decimal(38, 18) not null,
    checkpoint       longblob,
    requirements     longblob,
    created_at       bigint not null,
    updated_at       bigint not null,
    primary key (id),
    constraint run_name unique (session_pk, run_id)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;
-- One for each way to list: in a session, a namespace or a tenant; of all, of an agent, or of a name.
create index run_by_session on run (session_pk, status, id);
create index run_by_session_agent on run (session_pk, agent_id, status, id);
create index run_by_namespace on run (namespace_id, status, id);
create index run_by_namespace_agent on run (namespace_id, agent_id, status, id);
create index run_by_namespace_name on run (namespace_id, run_id, status, id);
create index run_by_tenant on run (tenant_id, status, id);
create index run_by_tenant_agent on run (tenant_id, agent_id, status, id);
create index run_by_tenant_name on run (tenant_id, run_id, status, id);

-- That a run has brought a message: a hash of the two.
create table run_message (
    message_key varbinary(32) not null,
    run_pk      bigint not null,
    primary key (message_key)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;
create index run_message_run on run_message (run_pk);

-- Deleted sessions whose runs are still to be purged.
create table run_leftover (
    session_pk bigint not null,
    primary key (session_pk)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;
