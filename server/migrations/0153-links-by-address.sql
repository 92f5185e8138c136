-- without a transaction
call persons.validate_erased();

-- Who is erased is found by their address wherever it is the only thing that leads to them.
create index concurrently if not exists links_by_address on links.links (site_id, lower(customer_email)) where customer_email is not null;
create index concurrently if not exists holders_by_address on holders.holders (lower(email)) where email is not null;
