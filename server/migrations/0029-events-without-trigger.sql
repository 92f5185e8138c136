-- Who follows the ids of events asks for the locks of their writers (src/kernel/db/table-writers.ts), so a writer need not
-- count as a transaction under way before it takes an id.
drop trigger count_writer on outbox.events;
drop function outbox.count_writer();
