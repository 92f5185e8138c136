-- Sessions of staff go by the time of the machine, so a clock that is moved in staging moves none: the code of a session covers its times.
drop trigger move_sessions on florin.clock;
drop function access.move_sessions();

-- Whether a second factor is asked of the person. The code of a person covers it, so that a factor which is taken away by hand takes
-- nothing away.
alter table access.staff add column has_second_factor boolean not null default false;
update access.staff set has_second_factor = true
  where exists (select from access.staff_factors f where f.staff_id = access.staff.id and f.removed_at is null);
