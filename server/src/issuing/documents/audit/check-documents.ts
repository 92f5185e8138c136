import { createDecipheriv, createHash } from 'node:crypto'
import type { Findings } from '#kernel/audit/findings.ts'
import { pageSize } from '#kernel/audit/pages.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Reader } from '#kernel/db/db.ts'

type DocumentRow = { id: string; data_key: Uint8Array; chunks: number; digest: Uint8Array }
type VerificationRow = { id: string; answers: Uint8Array; answers_digest: Uint8Array | null }

/**
 * Every document that is stored opens, piece by piece, and is the file with its digest; and what was typed opens and is
 * what was handed in. Its own code opens them, so that a mistake of the program's is found.
 */
export async function checkDocuments(moment: Reader, findings: Findings, { keys }: { keys: KeyRing }): Promise<void> {
  for await (const rows of pages<DocumentRow>(moment, documentsAfter)) {
    for (const row of rows) {
      const actual = await digestOf(moment, keys, row)
      if (actual?.equals(row.digest)) continue
      findings.differ({
        ...{ about: `document ${row.id}`, wrong: unreadable, should: 'the file with its digest' },
        ...{ actual: actual ? 'another file' : 'unreadable', look: `documents.chunks where document_id = '${row.id}'` },
      })
    }
    findings.checked('documents', rows.length)
  }
  for await (const rows of pages<VerificationRow>(moment, answersAfter)) {
    for (const { id, answers, answers_digest } of rows) {
      const text = opened(keys, answers, `answers of verification ${id}`)?.toString('utf8')
      const digest = text && keys.fingerprint('documents', `answers of verification ${id}: ${text}`)
      if (digest && (answers_digest === null || digest.equals(answers_digest))) continue
      findings.differ({
        ...{ about: `verification ${id}`, wrong: unreadable, should: 'what was handed in' },
        ...{ actual: digest ? 'another text' : 'unreadable', look: `documents.verifications where id = '${id}'` },
      })
    }
  }
}
const unreadable = 'it does not open as what it says it is: it was altered, or its master key is not in the key file'

const documentsAfter = `select id, data_key, chunks, digest from documents.documents
  where status = 'stored' and id > $1 order by id limit ${pageSize}`
const answersAfter = `select id, answers, answers_digest from documents.verifications
  where answers is not null and id > $1 order by id limit ${pageSize}`

async function* pages<Row extends { id: string }>(moment: Reader, query: string): AsyncGenerator<Row[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = (await moment.run(query, [after])) as Row[]
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.id
  }
}

async function digestOf(moment: Reader, keys: KeyRing, row: DocumentRow): Promise<Buffer | undefined> {
  const { id, data_key, chunks } = row
  const key = opened(keys, data_key, `document ${id}`)
  if (!key) return undefined
  const digest = createHash('sha256')
  for (let number = 0; number < chunks; number++) {
    const [piece] = await moment.run('select sealed from documents.chunks where document_id = $1 and number = $2', [
      id,
      number,
    ])
    const context = `piece ${number}${number === chunks - 1 ? ', the last' : ''} of document ${id}`
    const plain = piece && pieceOf(key, piece.sealed as Buffer, context)
    if (!plain) return undefined
    digest.update(plain)
  }
  return digest.digest()
}

/** 12 bytes of IV, the ciphertext, 16 bytes of tag. */
function pieceOf(key: Buffer, sealed: Buffer, context: string): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  } catch {
    return undefined
  }
}

function opened(keys: KeyRing, sealed: Uint8Array, context: string): Buffer | undefined {
  try {
    return keys.open('documents', sealed, context)
  } catch {
    return undefined
  }
}
