import type { HolderId } from '#issuing/ids'
import type { Check, Findings } from '#kernel/audit/findings.ts'
import { historyRules } from '#kernel/audit/history-rules.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Reader } from '#kernel/db/db.ts'
import { openFacts } from '../person-facts.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- open open',
  'open clear false_positive',
  'open confirm true_match',
  'open supersede superseded',
  'false_positive reopen open',
  'true_match reopen open',
]

const rules: readonly Rule[] = [
  ...historyRules({
    what: 'hit',
    table: 'screening.hits',
    transitions: 'screening.hit_transitions',
    key: 'hit_id',
    legal,
  }),
  {
    wrong: 'the version of the list that it was found with has no such entry',
    rows: `
      select 'hit ' || h.id as about, 'entry ' || h.entry_id as actual, 'screening.hits where id = ' || h.id as look
      from screening.hits h join screening.versions v on v.id = h.version_id join screening.entries e on e.id = h.entry_id
      where not v.entries @> array[h.entry_id] or v.list <> h.list or e.list <> h.list or e.reference <> h.reference order by h.id`,
    should: 'an entry of the version',
  },
  {
    wrong: 'it has entries that are not there',
    rows: `
      select 'version of a sanctions list ' || v.id as about, count(*) || ' missing' as actual, 'screening.versions where id = ' || v.id as look
      from screening.versions v cross join unnest(v.entries) entry left join screening.entries e on e.id = entry and e.list = v.list
      where e.id is null group by v.id order by v.id`,
    should: 'all of them',
  },
  {
    wrong: 'it is not the newest version that counts',
    rows: `
      select 'sanctions list ' || l.name as about, l.version_id::text as actual, n.newest::text as should,
             'screening.lists where name = ''' || l.name || '''' as look
      from screening.lists l cross join lateral (select max(id) as newest from screening.versions where list = l.name) n
      where l.version_id is distinct from n.newest order by l.name`,
    should: 'none',
  },
  {
    wrong: 'the person was not compared with the lists as they are, and nothing is under way that would',
    rows: `
      select 'screened person ' || p.holder_id as about, p.screened_with::text as actual,
             c.versions::text as should, 'screening.people where holder_id = ''' || p.holder_id || '''' as look
      from screening.people p
      cross join (select coalesce(array_agg(version_id order by version_id), '{}') as versions from screening.lists where version_id is not null) c
      where not (p.screened_with @> c.versions and c.versions @> p.screened_with)
        and not exists (select from screening.runs where ended_at is null and due_at is not null) order by 1`,
  },
  {
    wrong: 'the person is another partner’s customer',
    rows: `
      select 'screened person ' || p.holder_id as about, p.partner_id::text as actual, h.partner_id::text as should,
             'screening.people where holder_id = ''' || p.holder_id || '''' as look
      from screening.people p join holders.holders h on h.id = p.holder_id where h.partner_id <> p.partner_id order by 1`,
  },
]

export const checks: readonly Check[] = [
  { name: 'screening', check: (moment, findings) => checkRules(moment, findings, rules) },
]

type PersonRow = { holder_id: HolderId; facts_number: number; sealed_facts: Uint8Array }

/** The facts of every person open as theirs. */
export async function checkPeople(moment: Reader, findings: Findings, { keys }: { keys: KeyRing }): Promise<void> {
  for (let after = ''; ; ) {
    const page = (await moment.run(
      `select holder_id, facts_number, sealed_facts from screening.people where holder_id > $1 order by holder_id limit ${pageSize}`,
      [after],
    )) as PersonRow[]
    for (const { holder_id: holderId, facts_number: factsNumber, sealed_facts } of page)
      if (!opens({ keys, holderId, factsNumber }, sealed_facts))
        findings.differ({
          about: `screened person ${holderId}`,
          wrong:
            'the facts do not open as this person’s: they were altered, or their master key is not in the key file',
          actual: 'unreadable',
          should: 'names to compare',
          look: `screening.people where holder_id = '${holderId}'`,
        })
    if (page.length > 0) findings.checked('screened persons', page.length)
    if (page.length < pageSize) return
    after = page.at(-1)!.holder_id
  }
}
const pageSize = 500

function opens(of: Parameters<typeof openFacts>[0], sealed: Uint8Array): boolean {
  try {
    return openFacts(of, sealed).names.length > 0
  } catch {
    return false
  }
}
