import { createDecipheriv, createHash } from 'node:crypto'
import type { Findings } from '#kernel/audit/findings.ts'
import { pageSize } from '#kernel/audit/pages.ts'
import type { KeyRing, SealPurpose } from '#kernel/crypto/keys.ts'
import type { Reader } from '#kernel/db/db.ts'

type FileRow = { id: string; data_key: Uint8Array; chunks: number; digest: Uint8Array }

/** Where files are: all names are of the program itself. */
export type Files = {
  /** What a file is called for people. */
  what: string
  /** With `id`, `data_key`, `chunks`, `digest`, and `status` that is `stored` while there is a file. */
  table: string
  /** With `document_id`, `number` and `sealed`. */
  pieces: string
}

/** Every file that is stored opens, piece by piece, and is the file with its digest. */
export async function checkFiles(
  moment: Reader,
  findings: Findings,
  { keys, what, table, pieces }: Files & { keys: KeyRing },
): Promise<void> {
  const query = `select id, data_key, chunks, digest from ${table}
    where status = 'stored' and id > $1 order by id limit ${pageSize}`
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = (await moment.run(query, [after])) as FileRow[]
    if (rows.length === 0) return
    for (const row of rows) {
      const actual = await digestOf(moment, { keys, pieces, row })
      if (actual?.equals(row.digest)) continue
      findings.differ({
        ...{ about: `${what} ${row.id}`, wrong: unreadable, should: 'the file with its digest' },
        ...{ actual: actual ? 'another file' : 'unreadable', look: `${pieces} where document_id = '${row.id}'` },
      })
    }
    findings.checked(`${what}s`, rows.length)
    after = rows.at(-1)!.id
  }
}
export const unreadable =
  'it does not open as what it says it is: it was altered, or its master key is not in the key file'

async function digestOf(
  moment: Reader,
  { keys, pieces, row: { id, data_key, chunks } }: { keys: KeyRing; pieces: string; row: FileRow },
): Promise<Buffer | undefined> {
  const key = openedSeal(keys, 'documents', { sealed: data_key, context: `document ${id}` })
  if (!key) return undefined
  const digest = createHash('sha256')
  for (let number = 0; number < chunks; number++) {
    const [piece] = await moment.run(`select sealed from ${pieces} where document_id = $1 and number = $2`, [
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

/** What a master key has sealed; undefined when it does not open. */
export function openedSeal(
  keys: KeyRing,
  purpose: SealPurpose,
  { sealed, context }: { sealed: Uint8Array; context: string },
): Buffer | undefined {
  try {
    return keys.open(purpose, sealed, context)
  } catch {
    return undefined
  }
}
