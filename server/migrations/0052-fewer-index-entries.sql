-- Old emails are looked for once a day, and their ids and moments rise together: a few pages of an index are enough.
drop index emails.emails_created_at_idx;
create index on emails.emails using brin (created_at) with (autosummarize = on);

-- The first request of a payment has the payment's own key, which is unique and has an index.
drop index payments.payments_request_key_idx;
create index on payments.payments (request_key) where request_kind <> 'authorize';
