import { checkFiles, openedSeal, unreadable } from '#core/files/audit'
import type { Findings } from '#kernel/audit/findings.ts'
import { pageSize, pagesOf } from '#kernel/audit/pages.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Reader } from '#kernel/db/db.ts'
import { evidenceFiles } from './evidence-files.ts'

type Row = { id: bigint; evidence: Uint8Array; evidence_digest: Uint8Array }

/** Every file of evidence opens and is the file with its digest, and what the merchant has said is what was written. */
export async function checkEvidence(moment: Reader, findings: Findings, { keys }: { keys: KeyRing }): Promise<void> {
  await checkFiles(moment, findings, { keys, ...evidenceFiles })
  const after = async (id: bigint) => (await moment.run(evidenceAfter, [id])) as Row[]
  for await (const rows of pagesOf(after))
    for (const { id, evidence, evidence_digest } of rows) {
      const context = `evidence of dispute ${id}`
      const text = openedSeal(keys, 'documents', { sealed: evidence, context })?.toString('utf8')
      const digest = text === undefined ? undefined : keys.fingerprint('documents', `${context}: ${text}`)
      if (digest?.equals(evidence_digest)) continue
      findings.differ({
        ...{ about: `dispute ${id}`, wrong: unreadable, should: 'the evidence that was written' },
        ...{ actual: digest ? 'another text' : 'unreadable', look: `disputes.cases where id = ${id}` },
      })
    }
}

const evidenceAfter = `select id, evidence, evidence_digest from disputes.cases
  where evidence is not null and id > $1 order by id limit ${pageSize}`
