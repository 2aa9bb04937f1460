-- The types of what a run waits for, separated by commas, so that lists need not read the requirements. Null for a run that
-- was last saved by a release without this column.
alter table run add column waits_for varchar(64);
