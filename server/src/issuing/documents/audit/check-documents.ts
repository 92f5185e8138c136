import { checkFiles, openedSeal, unreadable } from '#core/files/audit'
import type { Findings } from '#kernel/audit/findings.ts'
import { pageSize } from '#kernel/audit/pages.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Reader } from '#kernel/db/db.ts'
import { holderFiles } from './holder-files.ts'

type VerificationRow = { id: string; answers: Uint8Array; answers_digest: Uint8Array | null }

/**
 * Every document that is stored opens, piece by piece, and is the file with its digest; and what was typed opens and is
 * what was handed in. Its own code opens them, so that a mistake of the program's is found.
 */
export async function checkDocuments(moment: Reader, findings: Findings, { keys }: { keys: KeyRing }): Promise<void> {
  await checkFiles(moment, findings, { keys, ...holderFiles })
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = (await moment.run(answersAfter, [after])) as VerificationRow[]
    if (rows.length === 0) return
    for (const { id, answers, answers_digest } of rows) {
      const context = `answers of verification ${id}`
      const text = openedSeal(keys, 'documents', { sealed: answers, context })?.toString('utf8')
      const digest = text && keys.fingerprint('documents', `${context}: ${text}`)
      if (digest && (answers_digest === null || digest.equals(answers_digest))) continue
      findings.differ({
        ...{ about: `verification ${id}`, wrong: unreadable, should: 'what was handed in' },
        ...{ actual: digest ? 'another text' : 'unreadable', look: `documents.verifications where id = '${id}'` },
      })
    }
    after = rows.at(-1)!.id
  }
}

const answersAfter = `select id, answers, answers_digest from documents.verifications
  where answers is not null and id > $1 order by id limit ${pageSize}`
