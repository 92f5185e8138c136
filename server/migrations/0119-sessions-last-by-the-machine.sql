-- In staging people move the clock. Who is logged in to the dashboard stays so for as long as it really takes: the times
-- of sessions that are open move along. When they began stays, since sessions from before a new password are over.
create function access.move_sessions() returns trigger language plpgsql as $$
declare
  moved interval := make_interval(secs => (new.offset_ms - old.offset_ms) / 1000.0);
begin
  update access.staff_sessions
    set last_used_at = last_used_at + moved, authenticated_at = authenticated_at + moved,
      expires_at = greatest(expires_at + moved, created_at + interval '1 millisecond')
    where ended_at is null;
  return null;
end $$;
create trigger move_sessions after update on florin.clock for each row
  when (new.offset_ms <> old.offset_ms) execute function access.move_sessions();
