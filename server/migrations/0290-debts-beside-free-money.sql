-- What holders owe beside money that is free, since a payment that had held it was released: it is paid, as it is from now on when a hold ends. The entry names the hold that ended last.
with freed as (
  select b.account, o.account as owed, b.currency, least(o.minor, b.minor - held.minor)::bigint as minor, ended.reference
  from ledger.guarded_balances o
  join ledger.guarded_balances b
    on b.account = regexp_replace(o.account, ':owed$', ':available') and b.currency = o.currency
  cross join lateral (
    select coalesce(sum(h.minor), 0) as minor from ledger.holds h
    where h.account = b.account and h.currency = b.currency and h.status = 'held') held
  cross join lateral (
    select h.reference from ledger.holds h
    where h.account = b.account and h.status <> 'held' and starts_with(h.reference, 'spend ')
    order by h.ended_at desc, h.id desc limit 1) ended
  where starts_with(o.account, 'holder:') and o.account like '%:owed' and o.minor > 0 and b.minor > held.minor
), entry as (
  insert into ledger.entries (recipe, reference, posted_at)
  select 'debtRecovered', reference, now() from freed
  returning id, reference
), line as (
  insert into ledger.lines (entry_id, account, currency, minor)
  select entry.id, side.account, freed.currency, side.minor
  from freed join entry using (reference)
  cross join lateral (values (freed.account, freed.minor), (freed.owed, -freed.minor)) as side (account, minor)
)
update ledger.guarded_balances b set minor = b.minor - freed.minor
from freed where b.account in (freed.account, freed.owed) and b.currency = freed.currency;
