import type { PaymentId } from '#acquiring/ids'
import { checkReason, type StaffAuthor } from '#core/access'
import { auditEntry, siteOwner } from '#core/directory'
import { MediaFault, newDataKey, openFile, type SealedFile, sealFile } from '#core/files'
import type { Instant } from '#kernel/base/clock.ts'
import { uuidAt } from '#kernel/base/id.ts'
import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { filesOfCase, findCase } from './case-store.ts'
import { requireDraft } from './change-evidence.ts'
import type { DisputesContext } from './context.ts'
import type { DisputeCase, EvidenceFile, EvidenceFileId, EvidenceFileKind } from './dispute-case.ts'
import { deleteRemovedPieces, findPiece } from './evidence-pieces.ts'
import { refuse } from './refusals.ts'

/** Of one file: acquirers take little more, and all of them are in memory when they are submitted. */
export const evidenceFileBytesMax = 4_000_000
const filesMax = 5

type Changing = {
  by: StaffAuthor
  dispute: Pick<DisputeCase, 'id'>
  once?: ((subjectId: string) => Write[]) | undefined
}

/** Adds a file to the draft, sealed, when it is a picture or a PDF by its bytes. */
export async function addEvidenceFile(
  ctx: DisputesContext,
  {
    by: author,
    dispute: { id: caseId },
    kind,
    content,
    once,
  }: Changing & { kind: EvidenceFileKind; content: Uint8Array },
): Promise<void> {
  const by = { ...author, reason: checkReason(author.reason) }
  if (content.length > evidenceFileBytesMax)
    throw refuse('evidence_file_too_large', { field: 'content', max: evidenceFileBytesMax })
  // It sorts by when it was made, so that files keep the order in which they were added.
  const id = uuidAt(ctx.clock.now()) as EvidenceFileId
  const { file, pieces, dataKey } = await sealed(ctx, id, content)
  await decide(async () => {
    const dispute = (await findCase(ctx.db, caseId))!
    const now = ctx.clock.now()
    requireDraft(dispute, now)
    if ((await filesOfCase(ctx.db, caseId)).length >= filesMax)
      throw refuse('too_many_evidence_files', { disputeId: caseId, max: filesMax })
    const row = {
      ...{ id, case_id: caseId, kind, status: 'stored' as const },
      ...{ media_type: file.type, bytes: file.bytes, chunks: file.chunks, digest: file.digest },
      ...{ data_key: dataKey, created_at: now, removed_at: null },
    }
    const writes = [
      ...touched(dispute),
      insert('disputes.documents', row),
      insert('disputes.document_pieces', pieces),
      audited(now, by, dispute, { action: 'disputeFileAdded', after: { fileId: id, kind, bytes: file.bytes } }),
      ...(once?.(String(caseId)) ?? []),
    ]
    await commit(ctx, now, writes, 'evidence-files')
  })
}

async function sealed(
  { keys }: DisputesContext,
  id: EvidenceFileId,
  content: Uint8Array,
): Promise<{ file: SealedFile; pieces: Piece[]; dataKey: Uint8Array }> {
  const { key, wrapped } = newDataKey(keys, id)
  const pieces: Piece[] = []
  const store = async (number: number, bytes: Uint8Array) => {
    pieces.push({ document_id: id, number, sealed: bytes })
  }
  try {
    return { file: await sealFile({ id, key, bytes: [content], store }), pieces, dataKey: wrapped }
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error
    const { problem, kind } = error
    throw refuse('invalid_evidence_file', { field: 'content', problem: kind ? `it is ${kind}` : problems[problem] })
  } finally {
    key.fill(0)
  }
}
type Piece = { document_id: EvidenceFileId; number: number; sealed: Uint8Array }

const problems: Readonly<Record<MediaFault['problem'], string>> = {
  file_kind: 'it is another kind of file',
  file_unknown: 'its kind is not known',
  file_damaged: 'it is damaged or not complete',
  file_mixed: 'it is two kinds of file at once',
  file_active: 'it has programs in it',
  file_small: 'it is too small to be read',
  file_huge: 'it has too many dots',
}

/** Removes a file from the draft: its key is destroyed, so that nothing opens its pieces any more. */
export const removeEvidenceFile = async (
  ctx: DisputesContext,
  { by: author, dispute: { id: caseId }, fileId, once }: Changing & { fileId: string },
): Promise<void> => {
  const by = { ...author, reason: checkReason(author.reason) }
  await decide(async () => {
    const dispute = (await findCase(ctx.db, caseId))!
    const now = ctx.clock.now()
    requireDraft(dispute, now)
    const { id } = await requireFile(ctx, caseId, fileId)
    const writes = [
      ...touched(dispute),
      update('disputes.documents', {
        set: { status: 'removed', data_key: null, removed_at: now },
        where: { id, status: 'stored' },
      }),
      audited(now, by, dispute, { action: 'disputeFileRemoved', after: { fileId: id } }),
      ...(once?.(String(caseId)) ?? []),
    ]
    await commit(ctx, now, writes, 'evidence-files')
  })
  await deleteRemovedPieces(ctx)
}

/** Opens a file for a person, whose name is in the audit from then on. */
export async function readEvidenceFile(
  ctx: DisputesContext,
  { by, dispute, fileId }: { by: StaffAuthor; dispute: DisputeCase; fileId: string },
): Promise<EvidenceFile & { name: string; content: AsyncIterable<Buffer> }> {
  const { index, ...file } = await requireFile(ctx, dispute.id, fileId)
  const now = ctx.clock.now()
  await commit(
    ctx,
    now,
    [audited(now, by, dispute, { action: 'disputeFileRead', after: { fileId: file.id } })],
    'evidence-files',
  )
  return { ...file, name: evidenceFileName(file, index), content: contentOf(ctx, file) }
}

/** The files of a dispute as the acquirer receives them. */
export const filesToSubmit = async (
  ctx: DisputesContext,
  caseId: PaymentId,
): Promise<{ name: string; mediaType: string; content: Uint8Array }[]> =>
  Promise.all(
    (await filesOfCase(ctx.db, caseId)).map(async (file, index) => ({
      name: evidenceFileName(file, index),
      mediaType: file.type,
      content: Buffer.concat(await Array.fromAsync(contentOf(ctx, file))),
    })),
  )

/** `delivery_proof-2.pdf`: what somebody called it on their machine is nobody else's affair. */
export const evidenceFileName = ({ kind, type }: EvidenceFile, index: number): string =>
  `${kind}-${index + 1}.${type === 'application/pdf' ? 'pdf' : type === 'image/png' ? 'png' : 'jpg'}`

const contentOf = ({ db, keys }: DisputesContext, { id, chunks, dataKey }: EvidenceFile): AsyncIterable<Buffer> =>
  openFile(keys, { id, dataKey, chunks, findPiece: (number) => findPiece(db, id, number) })

async function requireFile(
  { db }: DisputesContext,
  caseId: PaymentId,
  fileId: string,
): Promise<EvidenceFile & { index: number }> {
  const files = await filesOfCase(db, caseId)
  const index = files.findIndex(({ id }) => id === fileId)
  if (index < 0) throw refuse('evidence_file_not_found', { disputeId: caseId, fileId: fileId.slice(0, 40) })
  return { ...files[index]!, index }
}

/** The files are a part of the draft: of two changes at once the second one decides again. */
const touched = ({ id, version }: DisputeCase): Write[] => [
  update('disputes.cases', { set: { version: version + 1 }, where: { id, version } }),
]

const audited = (
  now: Instant,
  by: StaffAuthor,
  { id, siteId }: DisputeCase,
  entry: { action: string; after: unknown },
): Write => auditEntry(now, by, { ...entry, owner: siteOwner(siteId), subject: { type: 'dispute', id } })
