-- Partners take part in decisions: a payment that every rule has approved is held, and waits for the partner's answer.
alter table partners.partners
  add column decision_url         text, -- null: the partner is not asked
  add column decision_deadline_ms integer not null default 2000 check (decision_deadline_ms between 200 and 4000),
  add column decision_fallback    text not null default 'decline' check (decision_fallback in ('approve', 'decline'));

-- asking: the partner is being asked. completed: approved, and no money follows (a verification, a balance inquiry).
alter table spending.states
  drop constraint states_status_check,
  add constraint states_status_check check (
    status in ('challenged', 'asking', 'pending', 'completed', 'declined', 'reversed', 'expired', 'settled'));

-- The message of a network that waits for the partner has no code of its own: its answer is that of the message of kind
-- `partner`, whose stan is the id of the question.
alter table spending.messages
  alter column code drop not null,
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (
    kind in ('authorization', 'advice', 'reversal', 'clearing', 'refund', 'challenge', 'partner', 'clock')),
  add constraint waits_for_partner check (code is not null or (kind = 'authorization' and action in ('ask', 'increase')));

-- Questions to partners, each about one message.
create table spending.questions (
  id             uuid primary key, -- of version 7: it sorts by time
  partner_id     integer not null,
  transaction_id uuid not null,
  sender         text not null,
  stan           text not null,
  sent_at        timestamptz not null,
  class          text not null,
  asked_at       timestamptz not null,
  due_at         timestamptz, -- when it ends without the process that asks; null: it has ended
  leased_until   timestamptz,
  constraint one_question unique (sender, stan, sent_at, class)
) with (fillfactor = 50);
create index on spending.questions (due_at) where due_at is not null;
create index on spending.questions (partner_id, id);

-- For repeated messages that wait in other processes.
create function spending.notify_answer() returns trigger language plpgsql as $$
begin
  perform pg_notify('partner_answers', new.id::text);
  return null;
end $$;
create trigger notify_answer after update on spending.questions
  for each row when (old.due_at is not null and new.due_at is null) execute function spending.notify_answer();

-- Partners whose servers do not answer: after several questions in a row they are not asked for a minute.
create table spending.question_pauses (
  partner_id   integer primary key,
  failures     integer not null check (failures >= 0), -- in a row
  paused_until timestamptz
) with (fillfactor = 50);

grant select, insert, update on spending.questions, spending.question_pauses to florin_app;
