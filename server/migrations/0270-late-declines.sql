-- Messages of networks that were declined (91, 96) while what was decided about them was not known, or could still be: whatever the books
-- have approved under their keys is reversed.
create table spending.late_declines (
  id           uuid primary key, -- of version 7: it sorts by time
  sender       text not null,
  stan         text not null,
  sent_at      timestamptz not null,
  class        text not null check (class in ('authorization', 'financial')),
  digest       bytea not null,
  minor        bigint not null,
  currency     text not null,
  code         text not null check (code ~ '^[0-9A-Z]{2}$'), -- field 39, as the network has it
  declined_at  timestamptz not null,
  -- What was found under the key. nothing: nothing can be decided about it any more. Null: it is not known yet.
  outcome      text check (outcome in ('nothing', 'declined', 'reversed')),
  ended_at     timestamptz,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint declined_once unique (sender, stan, sent_at, class),
  constraint ended check ((outcome is null) = (due_at is not null) and (outcome is null) = (ended_at is null))
) with (fillfactor = 50);
create index on spending.late_declines (due_at) where due_at is not null;

grant select, insert, update on spending.late_declines to florin_app;
