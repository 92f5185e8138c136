-- without a transaction
-- What was earned before there was an account for what waits, and is in no batch: it is moved there, once.
create index concurrently if not exists payments_to_move on payments.payments (id) where batch_id is null and pending_minor is null and captured_at is not null and type in ('deposit', 'representment', 'reinstatement') and status <> 'cancelled';
