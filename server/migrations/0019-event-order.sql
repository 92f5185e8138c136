-- An event's number is taken when its writer is already counted among the transactions under way, so that whoever follows
-- the numbers can know when none below can appear any more: acquiring/notifications/safe-cursor.ts.
create function outbox.count_writer() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
create trigger count_writer before insert on outbox.events for each statement execute function outbox.count_writer();
