-- Quotas that an administrator has set for a tenant; null where the setting applies, 0 for no limit.
create table tenant_quota (
    tenant_id           integer not null,
    requests_per_second bigint,
    bytes_per_day       bigint,
    sessions            bigint,
    model_calls_per_day bigint,
    primary key (tenant_id)
);

-- What a tenant has used on a day (days since the epoch, UTC), by all nodes.
create table tenant_usage (
    tenant_id   integer not null,
    usage_day   bigint not null,
    bytes       bigint not null,
    model_calls bigint not null,
    primary key (tenant_id, usage_day)
);
