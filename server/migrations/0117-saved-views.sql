-- Saved views of lists in the dashboard: filters, columns and order under a name, of one person or shared with the team.
create schema views;
grant usage on schema views to florin_app;

create table views.saved (
  id         bigint generated always as identity primary key,
  version    integer not null default 1,
  staff_id   bigint not null references access.staff,
  scope_kind text collate "C" not null, -- whose staff the person is: they see it when it is shared
  scope_id   text collate "C" not null,
  list       text not null,
  name       text not null,
  search     text not null, -- as the address of the list has it
  shared     boolean not null,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index on views.saved (scope_kind, scope_id, list) where shared and removed_at is null;
create unique index one_view_of_a_name on views.saved (staff_id, list, name) where removed_at is null;
grant select, insert, update on views.saved to florin_app;
