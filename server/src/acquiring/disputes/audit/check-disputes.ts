import { accounts } from '#core/ledger'
import type { Findings } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import { checkRules } from '#kernel/audit/rule.ts'
import type { Reader } from '#kernel/db/db.ts'
import { caseRules } from './case-rules.ts'
import { checkDisputedPayments } from './check-disputed-payments.ts'

/** Every chargeback is as the acquirer reported it, and the disputed balances are the sums of the open chargebacks. */
export async function checkDisputes(moment: Reader, findings: Findings): Promise<void> {
  const [counted] = await moment.run(`select count(*) as disputes from payments.payments where type = 'chargeback'`, [])
  findings.checked('disputes', Number(counted!.disputes))
  await checkDisputeEvents(moment, findings)
  await checkReportedDisputes(moment, findings)
  await checkDisputedPayments(moment, findings)
  await checkSetAside(moment, findings)
  await checkRules(moment, findings, caseRules)
}

/** An event that is done is booked. */
async function checkDisputeEvents(moment: Reader, findings: Findings): Promise<void> {
  const rows = (await moment.run(
    `select n.id, n.kind, n.dispute, c.id as chargeback, c.status
     from disputes.events n
     left join payments.payments c on c.type = 'chargeback' and c.reference = n.dispute and c.connector = n.connector
       and c.minor = n.minor and c.currency = n.currency and c.parent_id = n.payment_id
     where n.done_at is not null
       and (c.id is null or (n.kind = 'won' and c.status <> 'won') or (n.kind = 'lost' and c.status = 'opened'))
     order by n.id`,
    [],
  )) as { id: bigint; kind: string; dispute: string; chargeback: bigint | null; status: string | null }[]
  for (const { id, kind, dispute, chargeback, status } of rows)
    findings.differ({
      about: `dispute event ${id}`,
      wrong: `it reports dispute ${dispute} as ${kind}, is done, and was not applied`,
      actual: chargeback === null ? 'no chargeback of this dispute and amount' : `payment ${chargeback} is ${status}`,
      should: `a chargeback that is ${kind}, or what follows that`,
      look: `disputes.events where id = ${id}, and payments.payments where reference = '${dispute}'`,
    })
}

/** Only the acquirer opens, wins or loses a dispute. */
async function checkReportedDisputes(moment: Reader, findings: Findings): Promise<void> {
  const rows = (await moment.run(
    `select c.id, c.status, c.reference from payments.payments c
     where c.type = 'chargeback' and (
       not exists (select from disputes.events n
                   where n.dispute = c.reference and n.connector = c.connector and n.kind = 'opened' and n.done_at is not null)
       or (c.status <> 'opened' and not exists (select from disputes.events n
           where n.dispute = c.reference and n.connector = c.connector and n.kind = c.status and n.done_at is not null)))
     order by c.id`,
    [],
  )) as { id: bigint; status: string; reference: string | null }[]
  for (const { id, status, reference } of rows)
    findings.differ({
      about: `payment ${id}`,
      wrong: 'no dispute event reports this status of the chargeback',
      actual: status,
      should: 'as the events of its dispute report',
      look: `disputes.events where dispute = '${reference}'`,
    })
}

async function checkSetAside(moment: Reader, findings: Findings): Promise<void> {
  const rows = (await moment.run(
    `with booked as (
       select account, currency, sum(minor) as minor from ledger.lines
       where account = $1 or (starts_with(account, 'merchant:') and account like '%:disputed')
       group by account, currency
     ), shares as (
       select c.merchant_id as owner, c.currency, (share->>'merchant')::integer as merchant_id,
              (share->>'minor')::bigint as minor
       from payments.payments c, jsonb_array_elements(c.shares) as share
       where c.type = 'chargeback' and c.status = 'opened'
     ), parts as (
       select merchant_id, currency, minor from payments.payments where type = 'chargeback' and status = 'opened'
       union all
       select owner, currency, -minor from shares
       union all
       select merchant_id, currency, minor from shares
     ), open as (
       select $1 as account, currency, sum(minor) as minor
       from payments.payments where type = 'chargeback' and status = 'opened' group by currency
       union all
       select 'merchant:' || merchant_id || ':disputed', currency, -sum(minor)
       from parts group by merchant_id, currency
     )
     select account, currency, coalesce(b.minor, 0)::bigint as actual, coalesce(o.minor, 0)::bigint as should
     from booked b full join open o using (account, currency)
     where coalesce(b.minor, 0) <> coalesce(o.minor, 0) order by account, currency`,
    [accounts.acquirerDisputed],
  )) as { account: string; currency: string; actual: bigint; should: bigint }[]
  for (const { account, currency, actual, should } of rows)
    findings.differ({
      about: `account ${account} in ${currency}`,
      wrong: 'it is not the sum of the open disputes',
      actual: amountText(actual, currency),
      should: amountText(should, currency),
      off: amountText(actual - should, currency),
      look: `ledger.lines where account = '${account}', and payments.payments where status = 'opened'`,
    })
}
