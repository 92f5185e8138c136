-- A period is changed when it is paid, in columns that no index has: with room on its page the database writes the new version
-- beside the old one and changes no index.
alter table billing.periods set (fillfactor = 50);
