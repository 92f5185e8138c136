-- The maker of a colleague's token can call with it as the colleague: the two do not count as two people for an approval.
-- Null in a token: made before this was recorded, or not by a person by name. Null in an approval: asked for in
-- the dashboard or at the command line, or with such a token.
alter table access.staff_tokens add column made_by bigint references access.staff (id);
alter table access.approvals add column token_made_by bigint references access.staff (id);
