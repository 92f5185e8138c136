-- Long work that an operator starts by hand: a worker carries it out and says how far it is.
create table florin.operator_tasks (
  id           bigint      generated always as identity primary key,
  kind         text        not null check (kind in ('verify', 'rewrap')),
  requested_by text        not null,
  requested_at timestamptz not null,
  started_at   timestamptz,
  ended_at     timestamptz,
  progress     text, -- what it is at
  result       jsonb,
  failure      text,
  due_at       timestamptz,
  leased_until timestamptz,
  check ((ended_at is null) = (due_at is not null)),
  check (result is null or failure is null)
);
create unique index one_task_of_a_kind on florin.operator_tasks (kind) where ended_at is null;
create index on florin.operator_tasks (due_at) where due_at is not null;
create index on florin.operator_tasks (kind, id);
create trigger notify_due after insert on florin.operator_tasks for each statement execute function florin.notify_due();
grant select, insert, update on florin.operator_tasks to florin_app;
