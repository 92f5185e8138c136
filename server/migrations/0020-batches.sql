-- Batches of commits: many new ids of a table in one call.

create function florin.next_ids(what text, many integer) returns bigint[] language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  sequence constant regclass := pg_get_serial_sequence(what, 'id');
begin
  return (select array_agg(nextval(sequence)) from generate_series(1, many));
end $$;
revoke execute on function florin.next_ids(text, integer) from public;
grant execute on function florin.next_ids(text, integer) to florin_app;

-- Rows that are changed soon after they were inserted, in columns that no index has: with room on their page the database
-- writes the new version beside the old one and changes no index.
alter table orders.orders set (fillfactor = 60);
alter table florin.idempotency_keys set (fillfactor = 60);
