/** The audit of invoices and credit notes: derives again what can be derived, with no code of what it checks. */
import type { Check } from '#kernel/audit/findings.ts'
import { checkRules } from '#kernel/audit/rule.ts'
import { rules } from './rules.ts'

export { sealed } from './sealed.ts'

export const checks: readonly Check[] = [
  {
    name: 'invoices',
    check: (moment, findings, _report, scope) => checkRules(moment, findings, rules(scope('invoices.documents'))),
  },
]
