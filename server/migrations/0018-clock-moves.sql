-- Several may move the clock at once: each names the version that it read, and every process is notified of each move in
-- the order of the moves, with the state that it led to. While a runner takes it from one due item to the next, until
-- run_until by the machine's time at the latest, the runner does what is due and all other workers pause.
alter table florin.clock
  add column version   bigint not null default 0,
  add column run_by    uuid,
  add column run_until timestamptz,
  add check ((run_by is null) = (run_until is null));

create function florin.notify_clock() returns trigger language plpgsql as $$
begin
  perform pg_notify('clock', json_build_object('version', new.version, 'offsetMs', new.offset_ms,
    'pausedAt', new.paused_at, 'runBy', new.run_by, 'runUntil', new.run_until)::text);
  perform pg_notify('due', ''); -- for the workers of every table
  return null;
end $$;

create trigger notify after update on florin.clock for each row execute function florin.notify_clock();
