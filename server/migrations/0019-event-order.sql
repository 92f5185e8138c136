-- An event's number is taken when its writer already counts as a transaction under way, so that a reader who follows the
-- numbers knows when no smaller one can appear any more: acquiring/notifications/safe-cursor.ts.
create function outbox.count_writer() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
create trigger count_writer before insert on outbox.events for each statement execute function outbox.count_writer();
