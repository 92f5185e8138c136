import { randomUUID } from 'node:crypto'
import { MediaFault, newDataKey, type SealedFile, sealFile } from '#core/files'
import { holderOwner } from '#issuing/holders'
import {
  announce,
  commit,
  decide,
  guard,
  increase,
  insert,
  StaleWrite,
  update,
  type Write,
} from '#kernel/db/commit/commit.ts'
import type { DocumentsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { giveUp, removingOf } from './remove-documents.ts'
import { deletePieces, presentOf, usageOf } from './store.ts'
import type { DocumentId, Place, StoredDocument, Verification } from './verification.ts'
import type { Visit } from './visit.ts'

/** Of one file. */
export const fileBytesMax = 10_000_000
/** Of all files of a holder that are kept, from however many verifications. */
const usageMax = { files: 60, bytes: 300_000_000 }

/**
 * Stores a file while it arrives, instead of the one that was in its place. It is inspected as it comes, and what is no
 * picture or PDF throws `MediaFault` and leaves nothing behind.
 */
export async function receiveDocument(
  ctx: DocumentsContext,
  { verification, documents }: Visit,
  { place, bytes }: { place: Place; bytes: AsyncIterable<Uint8Array> },
): Promise<void> {
  const id = randomUUID() as DocumentId
  const key = newDataKey(ctx.keys, id)
  await beginDocument(ctx, verification, { id, place, key })
  try {
    const store = async (number: number, sealed: Uint8Array): Promise<void> => {
      await commit(ctx, ctx.clock.now(), pieceWrites(id, number, sealed), 'receive-document')
    }
    const file = await sealFile({ id, key: key.key, bytes, store })
    if (place === 'selfie' && file.type === 'application/pdf') throw new MediaFault('file_kind', 'PDF')
    await keepDocument(ctx, verification, { id, place, file, replaced: documents.filter((one) => one.place === place) })
  } catch (error) {
    await giveUp(ctx, verification, [id]).catch(() => {})
    throw error instanceof StaleWrite ? refuse('verification_changed') : error
  } finally {
    key.key.fill(0)
  }
}

type Begun = { id: DocumentId; place: Place; key: { wrapped: Uint8Array } }

/** A file that is still arriving through another window is given up: the later one counts. */
const beginDocument = (ctx: DocumentsContext, verification: Verification, { id, place, key }: Begun): Promise<void> =>
  decide(async () => {
    const { id: verificationId, holderId, version } = verification
    const arriving = (await presentOf(ctx.db, verificationId)).filter(({ status }) => status === 'receiving')
    if (arriving.length > 0)
      await giveUp(
        ctx,
        verification,
        arriving.map((one) => one.id),
      )
    const usage = await usageOf(ctx.db, holderId)
    if (usage.files >= usageMax.files || usage.bytes >= usageMax.bytes) throw refuse('too_many_documents')
    const now = ctx.clock.now()
    const row = {
      ...{ id, verification_id: verificationId, holder_id: holderId, place, status: 'receiving' as const },
      ...{ media_type: null, bytes: null, chunks: null, digest: null, data_key: key.wrapped },
      ...{ created_at: now, stored_at: null, removed_at: null },
    }
    const writes = [
      ...(await ctx.keepCorrectable(holderId)),
      guard('documents.verifications', { id: verificationId, version, status: 'open' }, () =>
        refuse('verification_changed'),
      ),
      insert('documents.documents', row, { onDuplicate: { one_document_received: 'stale' } }),
    ]
    await commit(ctx, now, writes, 'receive-document')
  })

/** As long as the file is still wanted: it may have been given up for another. */
const pieceWrites = (id: DocumentId, number: number, sealed: Uint8Array): Write[] => [
  guard('documents.documents', { id, status: 'receiving' }, () => refuse('verification_changed')),
  insert('documents.chunks', { document_id: id, number, sealed }),
]

type Kept = { id: DocumentId; place: Place; file: SealedFile; replaced: readonly StoredDocument[] }

async function keepDocument(
  ctx: DocumentsContext,
  { id: verificationId, holderId, version }: Verification,
  { id, file, replaced }: Kept,
): Promise<void> {
  const now = ctx.clock.now()
  const { type, bytes, chunks, digest } = file
  const writes = [
    ...(await ctx.keepCorrectable(holderId)),
    update('documents.verifications', {
      set: { version: increase(1n) },
      where: { id: verificationId, version, status: 'open' },
    }),
    update('documents.documents', {
      set: { status: 'stored', media_type: type, bytes, chunks, digest, stored_at: now },
      where: { id, status: 'receiving' },
    }),
    announce('documentChanged', {
      owner: holderOwner(holderId),
      subjectId: id,
      body: { documentId: id, verificationId, what: 'stored' },
      subject: undefined,
    }),
    ...replaced.flatMap((one) => removingOf(now, { holderId, verificationId, id: one.id, status: 'stored' })),
  ]
  await commit(ctx, now, writes, 'receive-document')
  await deletePieces(
    ctx.db,
    replaced.map((one) => one.id),
  )
}
