import { piecesRule } from '#core/files/audit'
import { historyRules } from '#kernel/audit/history-rules.ts'
import type { Rule } from '#kernel/audit/rule.ts'
import { evidenceFiles } from './evidence-files.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- open opened',
  'opened requestResponse needsResponse',
  'needsResponse submit submitting',
  'needsResponse accept accepting',
  'needsResponse expire expired',
  'submitting respond responded',
  'submitting close expired',
  'accepting confirm accepted',
  'accepting close expired',
  ...['opened', 'needsResponse', 'submitting', 'accepting', 'responded', 'accepted', 'expired'].flatMap((status) => [
    `${status} win won`,
    `${status} lose lost`,
  ]),
  'lost win won',
]

const about = `'dispute ' || d.id as about`
const look = `'disputes.cases where id = ' || d.id as look`

const noFile = `not exists (select from disputes.documents f where f.case_id = d.id and f.status = 'stored')`
const isDeleted = `exists (select from directory.audit a
  where a.subject_type = 'dispute' and a.subject_id = d.id::text and a.action = 'disputeEvidenceDeleted')`

/** What the merchant does about a chargeback, held against the chargeback and what the acquirer has reported. */
export const caseRules: readonly Rule[] = [
  ...historyRules({
    what: 'dispute',
    table: 'disputes.cases',
    transitions: 'disputes.case_transitions',
    key: 'case_id',
    legal,
  }),
  {
    wrong: 'it is not as its chargeback',
    rows: `
      select 'dispute ' || coalesce(d.id, c.id) as about,
             coalesce(concat_ws(' ', d.payment_id, d.site_id, d.merchant_id, d.connector, d.dispute, d.authorization_key, d.currency, d.minor, d.opened_at), 'nothing') as actual,
             coalesce(concat_ws(' ', c.parent_id, c.site_id, c.merchant_id, c.connector, c.reference, p.key, c.currency, c.minor, c.created_at), 'nothing') as should,
             'payments.payments where id = ' || coalesce(d.id, c.id) as look
      from disputes.cases d
      full join (select * from payments.payments where type = 'chargeback') c on c.id = d.id
      left join payments.payments p on p.id = c.parent_id
      where (d.payment_id, d.site_id, d.merchant_id, d.connector, d.dispute, d.authorization_key, d.currency, d.minor, d.opened_at)
        is distinct from (c.parent_id, c.site_id, c.merchant_id, c.connector, c.reference, p.key::text, c.currency, c.minor, c.created_at)
      order by 1`,
  },
  {
    wrong: 'it has not ended as its chargeback',
    rows: `
      select ${about}, d.status as actual, c.status as should, ${look}
      from disputes.cases d join payments.payments c on c.id = d.id
      where case when d.status in ('won', 'lost') then d.status else 'opened' end <> c.status order by d.id`,
  },
  {
    wrong: 'the acquirer has reported another deadline or reason',
    rows: `
      select ${about}, concat_ws(' ', d.reason, d.respond_by) as actual, concat_ws(' ', e.reason, e.respond_by) as should, ${look}
      from disputes.cases d join disputes.events e
        on e.connector = d.connector and e.dispute = d.dispute and e.kind = 'opened' and e.payment_id = d.payment_id
        and e.done_at = d.opened_at
      where (d.reason, d.respond_by) is distinct from (e.reason, e.respond_by) order by d.id`,
  },
  {
    wrong: 'what is to be done about it is due never, or at another time',
    rows: `
      select ${about}, coalesce(d.due_at::text, 'never due') as actual,
             case when d.status in ('submitting', 'accepting') then 'due' when d.status = 'needsResponse' and d.respond_by is not null
                  then 'due until ' || d.respond_by else 'never due' end as should, ${look}
      from disputes.cases d
      where case when d.status in ('submitting', 'accepting') then d.due_at is null
                 when d.status = 'needsResponse' and d.respond_by is not null then d.due_at is null or d.due_at > d.respond_by
                 else d.due_at is not null end order by d.id`,
  },
  {
    wrong: 'it has a request without a response, or a response without a request',
    rows: `
      select ${about}, coalesce(d.request_key, 'no request') as actual,
             case when t.id is null then 'no request' else 'a request' end as should, ${look}
      from disputes.cases d
      left join disputes.case_transitions t on t.case_id = d.id and t.action in ('submit', 'accept')
      where (d.request_key is null) <> (t.id is null) order by d.id`,
  },
  {
    wrong: 'it has evidence, and nobody was asked for any',
    rows: `
      select ${about}, 'evidence' as actual, 'none' as should, ${look}
      from disputes.cases d
      where (d.evidence is not null or exists (select from disputes.documents f where f.case_id = d.id))
        and not exists (select from disputes.case_transitions t where t.case_id = d.id and t.action = 'requestResponse')
      order by d.id`,
  },
  {
    wrong: 'it was submitted with evidence that is gone',
    rows: `
      select ${about}, 'no evidence' as actual, 'evidence, or an entry in the audit that it was deleted' as should, ${look}
      from disputes.cases d
      where exists (select from disputes.case_transitions t where t.case_id = d.id and t.action = 'submit')
        and d.evidence is null and ${noFile} and not ${isDeleted} order by d.id`,
  },
  {
    wrong: 'its evidence was deleted, and is still there or still needed',
    rows: `
      select ${about}, case when d.evidence is null and ${noFile} then d.status else 'evidence' end as actual,
             'no evidence of a dispute that is over' as should, ${look}
      from disputes.cases d
      where ${isDeleted}
        and (d.evidence is not null or not ${noFile} or d.status in ('needsResponse', 'submitting', 'accepting'))
      order by d.id`,
  },
  piecesRule(evidenceFiles),
]
