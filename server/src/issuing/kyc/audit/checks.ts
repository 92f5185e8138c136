import type { Check } from '#kernel/audit/findings.ts'
import { historyRules } from '#kernel/audit/history-rules.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- begin in_progress',
  'in_progress submit pending_review',
  'pending_review approve approved',
  'pending_review reject rejected',
  'pending_review requestMore in_progress',
  'approved expire in_progress',
  'approved review pending_review',
]

const rules: readonly Rule[] = [
  ...historyRules({
    what: 'KYC case',
    table: 'kyc.cases',
    transitions: 'kyc.case_transitions',
    key: 'case_id',
    legal,
  }),
  {
    wrong: 'a request to its identity provider waits, and it is not under review',
    rows: `
      select 'KYC case ' || c.id as about, c.status as actual, 'pending_review' as should,
             'kyc.identity_checks where id = ' || k.id as look
      from kyc.identity_checks k join kyc.cases c on c.id = k.case_id
      where k.status = 'waiting' and c.status <> 'pending_review' order by c.id`,
  },
  {
    wrong: 'a machine has approved it, and no identity check did',
    rows: `
      select 'KYC case ' || t.case_id as about, t.actor as actual, 'an identity check' as should,
             'kyc.identity_checks where case_id = ' || t.case_id as look
      from kyc.case_transitions t
      where t.action in ('approve', 'reject') and t.actor like 'identity provider %' and not exists (
        select from kyc.identity_checks k where k.case_id = t.case_id and k.closed_at = t.occurred_at
          and k.status = case t.action when 'approve' then 'approved' else 'rejected' end) order by t.id`,
  },
  {
    wrong: 'it names another partner than its customer',
    rows: `
      select 'KYC case ' || c.id as about, c.partner_id::text as actual, h.partner_id::text as should,
             'kyc.cases where id = ' || c.id as look
      from kyc.cases c join holders.holders h on h.id = c.holder_id where h.partner_id <> c.partner_id order by c.id`,
  },
  {
    wrong: 'it is approved for ever',
    rows: `
      select 'KYC case ' || c.id as about, 'never verified again' as actual, 'kyc.cases where id = ' || c.id as look
      from kyc.cases c where c.status = 'approved' and c.due_at is null order by c.id`,
    should: 'a day',
  },
  {
    wrong: 'a step was sent back that was not submitted in it',
    rows: `
      select 'KYC case ' || b.case_id as about, 'submission ' || b.submission_id || ' of ' || b.step as actual,
             'kyc.sent_back where id = ' || b.id as look
      from kyc.sent_back b left join kyc.submissions s
        on s.id = b.submission_id and s.case_id = b.case_id and s.step = b.step
      where s.id is null order by b.id`,
    should: 'a submission of the step',
  },
  {
    wrong: 'it names documents that its customer has not handed in',
    rows: `
      select 'KYC case ' || s.case_id as about, 'verification ' || s.verification_id as actual,
             'kyc.submissions where id = ' || s.id as look
      from kyc.submissions s join kyc.cases c on c.id = s.case_id
        left join documents.verifications v on v.id = s.verification_id and v.holder_id = c.holder_id
          and v.handed_in_at = s.submitted_at
          and s.step = case v.kind when 'id' then 'id-verification' else 'poa-verification' end
      where s.verification_id is not null and v.id is null order by s.id`,
    should: 'documents of the customer',
  },
  {
    wrong: 'something was submitted while it was under review or decided',
    rows: `
      select 'KYC case ' || s.case_id as about, 'submission ' || s.id || ' when it was ' || t.to_status as actual,
             'in_progress' as should, 'kyc.submissions where id = ' || s.id as look
      from kyc.submissions s cross join lateral (
        select to_status from kyc.case_transitions where case_id = s.case_id and occurred_at < s.submitted_at
        order by id desc limit 1) t
      where t.to_status <> 'in_progress' and not exists (
        select from kyc.case_transitions o
        where o.case_id = s.case_id and o.to_status = 'in_progress' and o.occurred_at = s.submitted_at)
      order by s.id`,
  },
]

export const checks: readonly Check[] = [
  { name: 'KYC', check: (moment, findings) => checkRules(moment, findings, rules) },
]
