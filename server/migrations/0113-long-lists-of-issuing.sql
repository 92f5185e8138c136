-- Lists of what customers of a partner do with their cards, read on from any entry (decision 112). Both tables only grow, and
-- ids rise with time: an entry is written at the end of its partner's.
create index on spending.transactions (partner_id, id);
create index on threeds.authentications (partner_id, id);
