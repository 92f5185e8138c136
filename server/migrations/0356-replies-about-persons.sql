-- The reply that waits for a repeated request goes with the person whom it is about, and with it what it was sealed with.
alter table florin.idempotency_keys alter column salt drop not null;

-- Who was erased is erased again when something was written of them since.
alter table persons.erasures drop constraint erased_in_time;
alter table persons.erasures add constraint erased_in_time check (status = 'erasing' or erased_at is not null) not valid;
alter table persons.erasures validate constraint erased_in_time;
