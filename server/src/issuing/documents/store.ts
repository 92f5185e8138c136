import type { MediaType } from '#core/files'
import { readLanguage } from '#core/i18n'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { openAnswers } from './envelope.ts'
import type { DocumentId, StoredDocument, Verification, VerificationId, VerificationKind } from './verification.ts'

type Reading = { db: Reader; keys: KeyRing }

const verifications = (db: Reader) =>
  db.read
    .selectFrom('documents.verifications')
    .select(['id', 'version', 'holder_id as holderId', 'partner_id as partnerId', 'kind', 'status', 'language'])
    .select(['answers', 'created_at as createdAt', 'expires_at as expiresAt', 'handed_in_at as handedInAt'])

type Row = Omit<Verification, 'answers' | 'language' | 'handedInAt'> & {
  answers: Uint8Array | null
  language: string | null
  handedInAt: Instant | null
}
const verificationOf =
  (keys: KeyRing) =>
  ({ answers, language, handedInAt, ...row }: Row): Verification => ({
    ...row,
    language: readLanguage(language),
    answers: answers ? openAnswers(keys, row.id, answers) : {},
    handedInAt: handedInAt ?? undefined,
  })

export async function findByToken({ db, keys }: Reading, hash: Uint8Array): Promise<Verification | undefined> {
  const row = await verifications(db).where('token_hash', '=', hash).executeTakeFirst()
  return row && verificationOf(keys)(row)
}

/** The verification, when its time has come: it may have been given more since the work was claimed. */
export async function findOverdue(
  { db, keys }: Reading,
  id: VerificationId,
  now: Instant,
): Promise<Verification | undefined> {
  const row = await verifications(db).where('id', '=', id).where('due_at', '<=', now).executeTakeFirst()
  return row && verificationOf(keys)(row)
}

export async function findOpen(
  { db, keys }: Reading,
  holderId: HolderId,
  kind: VerificationKind,
): Promise<Verification | undefined> {
  const row = await verifications(db)
    .where('holder_id', '=', holderId)
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return row && verificationOf(keys)(row)
}

/** At most one of each kind. */
export async function handedIn({ db, keys }: Reading, holderId: HolderId): Promise<Verification[]> {
  const rows = await verifications(db).where('holder_id', '=', holderId).where('status', '=', 'handed_in').execute()
  return rows.map(verificationOf(keys))
}

/** The files of a verification that are stored whole. */
export async function storedOf(db: Reader, verificationId: VerificationId): Promise<StoredDocument[]> {
  const rows = await db.read
    .selectFrom('documents.documents')
    .select(['id', 'place', 'media_type as type', 'bytes', 'stored_at as storedAt'])
    .where('verification_id', '=', verificationId)
    .where('status', '=', 'stored')
    .orderBy('place')
    .execute()
  return rows.map(({ type, bytes, storedAt, ...row }) => ({ ...row, type: type!, bytes: bytes!, storedAt: storedAt! }))
}

/** Files of a verification that are not deleted, received or still arriving. */
export const presentOf = async (
  db: Reader,
  verificationId: VerificationId,
): Promise<{ id: DocumentId; status: 'receiving' | 'stored' | 'removed' }[]> =>
  db.read
    .selectFrom('documents.documents')
    .select(['id', 'status'])
    .where('verification_id', '=', verificationId)
    .where('status', '<>', 'removed')
    .execute()

/** How much of a holder is stored. */
export async function usageOf(db: Reader, holderId: HolderId): Promise<{ files: number; bytes: number }> {
  const [row] = await db.run(
    `select count(*)::integer as files, coalesce(sum(bytes), 0)::integer as bytes
     from documents.documents where holder_id = $1 and status <> 'removed'`,
    [holderId],
  )
  return row as { files: number; bytes: number }
}

export type SealedDocument = {
  id: DocumentId
  holderId: HolderId
  verificationId: VerificationId
  dataKey: Uint8Array
  type: MediaType
  bytes: number
  chunks: number
}

export async function findSealed(db: Reader, id: DocumentId): Promise<SealedDocument | undefined> {
  const row = await db.read
    .selectFrom('documents.documents')
    .select(['id', 'holder_id as holderId', 'verification_id as verificationId', 'data_key as dataKey'])
    .select(['media_type as type', 'bytes', 'chunks'])
    .where('id', '=', id)
    .where('status', '=', 'stored')
    .executeTakeFirst()
  if (!row?.dataKey) return undefined
  return { ...row, dataKey: row.dataKey, type: row.type!, bytes: row.bytes!, chunks: row.chunks! }
}

export async function findPiece(db: Reader, id: DocumentId, number: number): Promise<Uint8Array | undefined> {
  const row = await db.read
    .selectFrom('documents.chunks')
    .select('sealed')
    .where('document_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.sealed
}

/** Frees the room of those of these documents that are removed: without its key a piece is noise. */
export async function deletePieces(db: Db, ids: readonly DocumentId[]): Promise<void> {
  if (ids.length === 0) return
  await db.run(
    `delete from documents.chunks c using documents.documents d
     where d.id = c.document_id and d.status = 'removed' and d.id = any($1)`,
    [ids],
  )
}

/** Pieces whose document was removed since a moment, because a process died between the two. */
export async function deleteLeftPieces(db: Db, since: Instant): Promise<void> {
  await db.run(
    `delete from documents.chunks c using documents.documents d
     where d.id = c.document_id and d.status = 'removed' and d.removed_at > $1`,
    [since],
  )
}

/** Files that stopped arriving. */
export const receivingSince = (
  db: Reader,
  before: Instant,
): Promise<{ id: DocumentId; holderId: HolderId; verificationId: VerificationId }[]> =>
  db.read
    .selectFrom('documents.documents')
    .select(['id', 'holder_id as holderId', 'verification_id as verificationId'])
    .where('status', '=', 'receiving')
    .where('created_at', '<', before)
    .limit(1_000)
    .execute()

/** Data keys and answers that an older master key seals. The first byte says which (`kernel/crypto/keys.ts`). */
export const keysSealedBefore = async (db: Reader, version: number, limit: number) =>
  (await db.run(
    `select id, data_key as sealed from documents.documents
     where data_key is not null and get_byte(data_key, 0) < $1 order by id limit $2`,
    [version, limit],
  )) as { id: DocumentId; sealed: Uint8Array }[]

export const answersSealedBefore = async (db: Reader, version: number, limit: number) =>
  (await db.run(
    `select id, answers as sealed from documents.verifications
     where answers is not null and get_byte(answers, 0) < $1 order by id limit $2`,
    [version, limit],
  )) as { id: VerificationId; sealed: Uint8Array }[]
