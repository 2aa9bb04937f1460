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
