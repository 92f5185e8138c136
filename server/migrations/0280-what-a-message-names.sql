-- How a message names its original, besides the key: the class of the key (field 90 begins with it), and the network's id. And whether the
-- original had not come by then. Null in rows of before: not known, and those are found by what they have changed.
alter table spending.messages add column original_class text;
alter table spending.messages add column original_network_transaction_id text;
alter table spending.messages add column before_original boolean;
