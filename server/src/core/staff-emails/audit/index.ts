/** The checks of `verify` for emails to staff. They share no code with what they check. */
import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

export { sealed } from './sealed.ts'

export const checks: readonly Check[] = [
  { name: 'emails to staff', check: (moment, findings) => checkRules(moment, findings, rules) },
]

const rules: readonly Rule[] = [
  {
    wrong: 'it is to a person who does not work for its merchant',
    rows: `select 'email to staff ' || e.id as about, s.scope_kind || ' ' || s.scope_id as actual,
                  'staff_emails.emails where id = ' || e.id as look
           from staff_emails.emails e join access.staff s on s.id = e.staff_id
           where s.scope_kind <> 'merchant' or s.scope_id <> e.merchant_id::text order by e.id`,
    should: 'staff of the merchant',
  },
]
