import type { KeyRing } from '#kernel/crypto/keys.ts'
import { openDataKey, openPiece } from './envelope.ts'

export type Opening = {
  id: string
  dataKey: Uint8Array
  chunks: number
  findPiece(number: number): Promise<Uint8Array | undefined>
}

/** A file, piece by piece. It throws when a piece was changed, moved or removed, so read it to its end before trusting it. */
export async function* openFile(keys: KeyRing, { id, dataKey, chunks, findPiece }: Opening): AsyncGenerator<Buffer> {
  const key = openDataKey(keys, id, dataKey)
  try {
    for (let number = 0; number < chunks; number++) {
      const sealed = await findPiece(number)
      if (!sealed) throw new Error(`Piece ${number} of document ${id} is not there.`)
      yield openPiece(key, { documentId: id, number, isLast: number === chunks - 1 }, sealed)
    }
  } finally {
    key.fill(0)
  }
}
