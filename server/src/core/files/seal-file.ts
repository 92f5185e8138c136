import { createHash } from 'node:crypto'
import { sealPiece } from './envelope.ts'
import { inspectMedia } from './media/inspect-media.ts'
import type { MediaType } from './media/media.ts'

/** So much is held in memory, sealed and stored at a time. */
const pieceBytes = 262_144

/** What is known of a file that was sealed whole. */
export type SealedFile = { type: MediaType; bytes: number; chunks: number; digest: Buffer }

export type Sealing = {
  id: string
  key: Uint8Array
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  store(number: number, sealed: Uint8Array): Promise<void>
}

/**
 * Seals a file piece by piece while it arrives, and inspects it as it comes: what is no picture or PDF throws `MediaFault`.
 * One piece is held back, since the last one is sealed as the last.
 */
export async function sealFile({ id, key, bytes, store }: Sealing): Promise<SealedFile> {
  const inspection = inspectMedia()
  const digest = createHash('sha256')
  let held: Buffer[] = []
  let heldBytes = 0
  let size = 0
  let chunks = 0
  const seal = async (piece: Buffer, isLast: boolean): Promise<void> => {
    await store(chunks, sealPiece(key, { documentId: id, number: chunks, isLast }, piece))
    chunks++
  }
  const take = (kept: Buffer): void => {
    digest.update(kept)
    held.push(kept)
    heldBytes += kept.length
    size += kept.length
  }
  for await (const arrived of bytes) {
    take(inspection.push(arrived))
    while (heldBytes > pieceBytes) {
      const all = Buffer.concat(held)
      await seal(all.subarray(0, pieceBytes), false)
      held = [all.subarray(pieceBytes)]
      heldBytes -= pieceBytes
    }
  }
  const { type, rest } = inspection.end()
  take(rest)
  await seal(Buffer.concat(held), true)
  return { type, bytes: size, chunks, digest: digest.digest() }
}
