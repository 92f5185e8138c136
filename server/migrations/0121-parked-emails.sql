-- How many are parked is counted for operators all day.
create index on holders.emails (partner_id, id) where status = 'parked';
create index on staff_emails.emails (merchant_id, id) where status = 'parked';
