-- What the host of an acquirer has answered to each try of a message, in their order; null: no answer, or none in time. What an answer means
-- depends on all tries before it. Of messages of before no answer is known here, so that any of their tries may have been carried out.
alter table isohost.messages add column tries jsonb not null default '[]';
alter table isohost.totals add column tries jsonb not null default '[]';
