-- Apart from where the constraints are added: the table is read while others write.
alter table payments.payments validate constraint payments_pending_minor_check;
alter table payments.payments validate constraint cancelled_with_what_waits;
