import { type Check, everything } from '#kernel/audit/findings.ts'
import { checkRules } from '#kernel/audit/rule.ts'

/**
 * The sums of hours, computed again from all payments of these hours. They are for pages alone, so what was written since
 * a seal is checked without them: an hour has payments from before it too.
 */
export const checkHours: Check = {
  name: 'sums of hours',
  check: async (moment, findings, _report, scope) => {
    if (scope !== everything) return
    const [counted] = await moment.run('select count(*) as hours from payments.summed_hours', [])
    findings.checked('summed hours', Number(counted!.hours))
    await checkRules(moment, findings, [{ wrong: 'its sum is not that of its payments', rows: differing }])
  },
}

const kept = `
  select merchant_id, hour, currency || ' ' || type as what, concat_ws(' and fees of ', captured_minor, fee_minor) as sum
  from payments.captured_by_hour
  union all select merchant_id, hour, result, payments::text from payments.results_by_hour`

const again = `
  select merchant_id, date_trunc('hour', captured_at, 'UTC') as hour, currency || ' ' || type as what,
         concat_ws(' and fees of ', sum(captured_minor), sum(fee_minor)) as sum
  from payments.payments where captured_at >= (select min(hour) from payments.summed_hours)
  group by 1, 2, 3
  union all
  select merchant_id, date_trunc('hour', created_at, 'UTC'),
         case when status = 'failed' then coalesce(decline_reason, 'unknown')
           when status in ('authorizing', 'challenging', 'uncertain', 'reversing') then 'no result' else 'approved' end,
         count(*)::text
  from payments.payments where type = 'deposit' and created_at >= (select min(hour) from payments.summed_hours)
  group by 1, 2, 3`

/** `USING` joins a row of either side with nothing, where it has no counterpart. */
const differing = `
  select 'hour ' || hour || ' of merchant ' || merchant_id as about, concat_ws(': ', what, coalesce(kept.sum, 'nothing')) as actual,
         concat_ws(': ', what, coalesce(again.sum, 'nothing')) as should,
         'payments.payments where merchant_id = ' || merchant_id as look
  from (${kept}) as kept
  full join (select * from (${again}) as each where hour in (select hour from payments.summed_hours)) as again
    using (merchant_id, hour, what)
  where kept.sum is distinct from again.sum order by hour, merchant_id, what`
