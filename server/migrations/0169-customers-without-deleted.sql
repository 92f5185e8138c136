-- Every list of the customers of a site leaves out those that were deleted: migration 0168 has the index of the others.
drop index shoppers.shoppers_site_id_id_idx;

-- Where there are no statistics, the database takes the index that was made last (migration 0095).
do $$
begin
  if not exists (select from shoppers.shoppers) then
    alter table shoppers.shoppers drop constraint shoppers_site_id_identifier_key;
    alter table shoppers.shoppers add constraint shoppers_site_id_identifier_key unique (site_id, identifier);
  end if;
end $$;
