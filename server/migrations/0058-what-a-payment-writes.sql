-- The commit that writes a line of a history inserts or changes the row that it is about, and the program may delete
-- neither. A foreign key would look each of them up again and lock it; verify finds a history of nothing.
alter table payments.payment_transitions drop constraint payment_transitions_payment_id_fkey;
alter table orders.order_transitions drop constraint order_transitions_order_id_fkey;

-- A checkpoint of a long list also counts the values of a few columns in its thousand. The list of payments begins its
-- checkpoints anew, under a name that older processes do not write: theirs count nothing.
alter table florin.list_checkpoints add column counts jsonb not null default '{}';
delete from florin.list_checkpoints where list = 'payments';
