/**
 * SQL: what payments have requested of a connector, known by the key of the authorization, when `rows` of their
 * transitions are new. A payment that went on at another connector has a key there too. Each key is looked up by itself:
 * with one condition of two keys PostgreSQL compares every transition with every request of the table.
 */
export const requestsOf = (rows: string, { columns, table }: { columns: string; table: string }): string => `
  select ${columns} from ${rows}
  join payments.payments p on p.id = f.payment_id left join payments.payments o on o.id = p.parent_id
  cross join lateral (
    select coalesce(o.key, p.key) as key
    union all select b.key from payments.fallbacks b where b.payment_id = p.id
  ) k
  join ${table} q on q.authorization_key = k.key`
