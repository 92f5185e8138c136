import { piecesRule } from '#core/files/audit'
import type { Check } from '#kernel/audit/findings.ts'
import { historyRules } from '#kernel/audit/history-rules.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import { holderFiles } from './holder-files.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- start open',
  'open handIn handed_in',
  'open replace replaced',
  'open delete deleted',
  'handed_in replace replaced',
  'handed_in delete deleted',
  'replaced delete deleted',
]

const rules: readonly Rule[] = [
  ...historyRules({
    what: 'verification',
    table: 'documents.verifications',
    transitions: 'documents.verification_transitions',
    key: 'verification_id',
    legal,
  }),
  {
    wrong: 'the holder has handed in another one of the kind',
    rows: `
      select 'verification ' || v.id as about, v.status as actual, 'replaced' as should,
             'documents.verifications where holder_id = ''' || v.holder_id || '''' as look
      from documents.verifications v
      where v.status = 'handed_in' and exists (
        select from documents.verifications n
        where n.holder_id = v.holder_id and n.kind = v.kind and n.status = 'handed_in' and n.handed_in_at > v.handed_in_at)
      order by v.id`,
  },
  {
    wrong: 'what was typed is missing',
    rows: `
      select 'verification ' || v.id as about, 'nothing' as actual, 'what was handed in' as should,
             'documents.verifications where id = ''' || v.id || '''' as look
      from documents.verifications v
      where v.answers is null and v.answers_digest is not null and v.status <> 'deleted' order by v.id`,
  },
  {
    wrong: 'it is deleted at another time than it should be',
    rows: `
      select 'verification ' || v.id as about, coalesce(v.due_at::text, 'never') as actual,
             case v.status when 'deleted' then 'never' when 'open' then 'a day after its hour' else 'some day' end as should,
             'documents.verifications where id = ''' || v.id || '''' as look
      from documents.verifications v
      where (v.status = 'deleted' and v.due_at is not null)
         or (v.status = 'open' and v.due_at is distinct from v.expires_at + interval '1 day')
         or (v.status = 'replaced' and v.due_at is null)
         or (v.status = 'handed_in' and (v.due_at is not null) <> (exists (
              select from holders.holders h where h.id = v.holder_id and h.erased_at is not null) or exists (
              select from kyc.cases c where c.holder_id = v.holder_id and c.status = 'rejected'
                and c.decided_at >= v.handed_in_at
                and not exists (select from kyc.cases l where l.holder_id = c.holder_id and l.status = 'approved' and l.id > c.id))))
      order by v.id`,
  },
  piecesRule(holderFiles),
  {
    wrong: 'it belongs to another holder than its verification',
    rows: `
      select 'document ' || d.id as about, d.holder_id as actual, v.holder_id as should,
             'documents.documents where id = ''' || d.id || '''' as look
      from documents.documents d join documents.verifications v on v.id = d.verification_id
      where d.holder_id <> v.holder_id order by d.id`,
  },
]

export const checks: readonly Check[] = [
  { name: 'verifications', check: (moment, findings) => checkRules(moment, findings, rules) },
]
