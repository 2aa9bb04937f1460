-- The running summary of a session, and up to which message it goes: its id, its position, the session's number of it.
-- changes counts edits of what it may stand for; it is made anew when they are not those that it has seen. A row without
-- a text only says who is making one.
create table session_summary (
    session_pk    bigint not null,
    version       bigint not null,
    content       longblob,
    last_id       varchar(255),
    last_depth    integer not null,
    last_seq      bigint not null,
    messages      integer not null,
    tokens        integer not null,
    changes       bigint not null,
    seen_changes  bigint not null,
    working_until bigint,
    created_at    bigint not null,
    updated_at    bigint not null,
    primary key (session_pk)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- What is known of a user, for all of the user's sessions; the fields that a model has proposed for it, if one has. A row
-- without a body only says who is making one.
create table user_profile (
    id            bigint not null auto_increment,
    tenant_id     integer not null,
    user_id       varchar(255) not null,
    version       bigint not null,
    body          longblob,
    fields        longblob,
    working_until bigint,
    created_at    bigint not null,
    updated_at    bigint not null,
    primary key (id),
    constraint user_profile_name unique (tenant_id, user_id)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- The session's number of the last message after which its user was analysed.
create table profiled_session (
    session_pk bigint not null,
    seq        bigint not null,
    primary key (session_pk)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;

-- New messages after which summary and profile are updated by themselves; null for never.
alter table agent add column summary_every integer;
alter table agent add column profile_every integer;
