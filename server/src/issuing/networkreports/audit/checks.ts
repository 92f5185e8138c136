import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

const look = `'networkreports.matches where id = ' || m.id as look`

const rules: readonly Rule[] = [
  {
    wrong: 'it explains nothing',
    rows: `
      select 'match of network report ' || m.id as about, m.breaks::text as actual, ${look}
      from networkreports.matches m where jsonb_typeof(m.breaks) <> 'array' or m.breaks = '[]' order by m.id`,
    should: 'what differed',
  },
  {
    wrong: 'the network has reported something else',
    rows: `
      select 'match of network report ' || m.id as about, b.value ->> 'movement' || ' ' || (b.value -> 'reported')::text as actual,
             o.count || ' ' || o.minor as should, ${look}
      from networkreports.matches m join networkreports.rows r on r.id = m.row_id
      cross join lateral jsonb_array_elements(m.breaks) b
      cross join lateral (
        select (to_jsonb(r) ->> (b.value ->> 'movement' || '_count')) as count, (to_jsonb(r) ->> (b.value ->> 'movement' || '_minor')) as minor) o
      where (b.value -> 'reported' ->> 'count', b.value -> 'reported' ->> 'minor') is distinct from (o.count, o.minor)
      order by m.id`,
  },
]

export const checks: readonly Check[] = [
  { name: 'network reports', check: (moment, findings) => checkRules(moment, findings, rules) },
]
