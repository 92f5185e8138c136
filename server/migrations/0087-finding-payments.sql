-- Staff find payments of all sites by what an acquirer or a cardholder's statement shows, and by the shopper's address. By the
-- address merchants find theirs too, with what followed them.
create index on payments.payments (reference) where reference is not null;
create index on payments.payments (authorization_code) where authorization_code is not null;
create index on payments.payments (ip) where ip is not null;
