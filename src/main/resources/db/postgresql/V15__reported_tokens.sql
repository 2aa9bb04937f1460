-- Which number of tokens is compared with compact_after: ESTIMATE or REPORTED. Null in an agent means ESTIMATE, in a
-- session it means that the agent decides.
alter table agent add column compact_by varchar(16) collate "C";
alter table session add column compact_by varchar(16) collate "C";

-- Input tokens of the last model call whose usage a client added; null while they are unknown.
alter table session add column reported_tokens bigint;
