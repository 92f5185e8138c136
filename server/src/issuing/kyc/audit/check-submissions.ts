import { createHash } from 'node:crypto'
import type { Findings } from '#kernel/audit/findings.ts'
import { pageSize, pagesOf } from '#kernel/audit/pages.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Reader } from '#kernel/db/db.ts'

type Row = { id: bigint; holder_id: string; step: string; key: string; sealed: Uint8Array; digest: Uint8Array }

/** What customers have submitted opens, as theirs and of its step, and is what its digest says. Erased ones are left. */
export async function checkSubmissions(moment: Reader, findings: Findings, { keys }: { keys: KeyRing }): Promise<void> {
  for await (const page of pagesOf((after) => submissionsAfter(moment, after))) {
    for (const row of page) {
      const text = tryOpen(keys, row)
      if (text && createHash('sha256').update(text).digest().equals(row.digest)) continue
      findings.differ({
        about: `KYC submission ${row.id}`,
        wrong: 'it does not open as what it says it is: it was altered, or its master key is not in the key file',
        actual: text ? 'other answers' : 'unreadable',
        should: 'the answers with its digest',
        look: `kyc.submissions where id = ${row.id}`,
      })
    }
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
