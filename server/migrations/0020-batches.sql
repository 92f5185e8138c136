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
