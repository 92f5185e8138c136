-- What each share of a payment returns because a refund was declined that later outflows had counted on; of a representment, by how
-- much its shares differ from those that its chargeback set aside. Minor units as text, in the order of the shares. Null: none.
alter table payments.payments add column share_corrections jsonb;
