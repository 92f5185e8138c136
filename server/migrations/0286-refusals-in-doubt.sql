-- Whether the answers to all tries of what a host refuses say that it has not carried it out. Otherwise it is not sent under another number.
alter table isohost.refused_captures add column is_known boolean not null default true;
update isohost.refused_captures c set is_known = false
from isohost.messages m
where m.id = c.message_id and c.status = 'open'
  and (jsonb_array_length(m.tries) < m.attempts or m.tries @> '[null]' or m.tries ?| array['09', '68', '911', '923']);
