-- Sessions of staff go by the time of the machine, so a clock that is moved in staging moves none: the code of a session covers its times.
drop trigger move_sessions on florin.clock;
drop function access.move_sessions();
