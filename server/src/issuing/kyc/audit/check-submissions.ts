import { createHash } from 'node:crypto'
import type { Difference, Findings } from '#kernel/audit/findings.ts'
import { pageSize, pagesOf } from '#kernel/audit/pages.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Reader } from '#kernel/db/db.ts'

type Row = { id: bigint; holder_id: string; step: string; key: string; sealed: Uint8Array; digest: Uint8Array }

/**
 * What customers have submitted opens, as theirs and of its step, and is what its digest says. Erased ones are left. No
 * machine has approved a customer who has said to be politically exposed, in any case, before.
 */
export async function checkSubmissions(moment: Reader, findings: Findings, { keys }: { keys: KeyRing }): Promise<void> {
  for await (const page of pagesOf((after) => submissionsAfter(moment, after))) {
    const exposed: bigint[] = []
    for (const row of page) {
      const text = tryOpen(keys, row)
      if (text && row.step === 'pep' && saysExposed(text)) exposed.push(row.id)
      if (text && createHash('sha256').update(text).digest().equals(row.digest)) continue
      findings.differ({
        about: `KYC submission ${row.id}`,
        wrong: 'it does not open as what it says it is: it was altered, or its master key is not in the key file',
        actual: text ? 'other answers' : 'unreadable',
        should: 'the answers with its digest',
        look: `kyc.submissions where id = ${row.id}`,
      })
    }
    if (exposed.length > 0) findings.differ(...(await approvedByMachine(moment, exposed)))
    findings.checked('KYC submissions', page.length)
  }
}

function tryOpen(keys: KeyRing, { holder_id, step, key, sealed }: Row): Buffer | undefined {
  try {
    return keys.open('documents', sealed, `kyc ${step} of ${holder_id}, ${key}`)
  } catch {
    return undefined
  }
}

const submissionsAfter = async (moment: Reader, after: bigint): Promise<Row[]> =>
  (await moment.run(
    `select s.id, c.holder_id, s.step, s.key, s.sealed, s.digest from kyc.submissions s
     join kyc.cases c on c.id = s.case_id where s.id > $1 and s.sealed is not null order by s.id limit ${pageSize}`,
    [after],
  )) as Row[]

function saysExposed(text: Buffer): boolean {
  try {
    return JSON.parse(text.toString()).answers?.isPep === true
  } catch {
    return false
  }
}

/** The approvals by an identity provider that came after one of these answers of their customer. */
const approvedByMachine = async (moment: Reader, answers: readonly bigint[]): Promise<Difference[]> =>
  (
    (await moment.run(
      `select distinct t.id, t.case_id, t.actor from kyc.submissions s join kyc.cases answered on answered.id = s.case_id
         join kyc.cases c on c.holder_id = answered.holder_id join kyc.case_transitions t on t.case_id = c.id
       where s.id = any($1) and t.action = 'approve' and t.actor like 'identity provider %' and t.occurred_at > s.submitted_at
       order by t.id`,
      [answers],
    )) as { id: bigint; case_id: bigint; actor: string }[]
  ).map(({ id, case_id, actor }) => ({
    about: `KYC case ${case_id}`,
    wrong: 'a machine has approved a customer who has said to be politically exposed',
    actual: actor,
    should: 'a person',
    look: `kyc.case_transitions where id = ${id}`,
  }))
