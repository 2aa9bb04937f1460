-- Time from which a token is refused, and the time for which it was issued; both null for a token without an end.
alter table credential add column expires_at bigint;
alter table credential add column lifetime bigint;
-- Time of one of the last requests with the token; written at intervals, null before the first one.
alter table credential add column last_used_at bigint;
-- For the purge of tokens that have expired long ago.
create index credential_expiry on credential (expires_at);
insert into lease (name) values ('tokens');
