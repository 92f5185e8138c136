import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

const look = `'florin.installation' as look`

/** The row that describes the installation agrees with the audit. */
const rules: readonly Rule[] = [
  {
    wrong: 'the audit says that it is something else',
    rows: `
      select 'installation' as about, i.environment as actual, coalesce(audited.environment, 'nothing') as should, ${look}
      from florin.installation i left join lateral (
        select a.after ->> 'environment' as environment from directory.audit a
        where a.subject_type = 'installation' and a.after ? 'environment' order by a.id desc limit 1) audited on true
      where audited.environment is distinct from i.environment`,
  },
]

export const environment: Check = {
  name: 'environment',
  check: (moment, findings) => checkRules(moment, findings, rules),
}
