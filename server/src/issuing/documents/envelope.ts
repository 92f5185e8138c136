import { randomBytes } from 'node:crypto'
import { type KeyRing, openWith, sealWith } from '#kernel/crypto/keys.ts'
import type { Answers, DocumentId, VerificationId } from './verification.ts'

/**
 * How documents are sealed: each under a fresh key of its own (AES-256-GCM), in pieces, and that key under the master key
 * `documents`. A piece is authenticated with its number and with whether it is the last, so that none can be left out,
 * repeated or moved, neither within a document nor to another.
 */
export type DataKey = { key: Buffer; wrapped: Uint8Array }

export function newDataKey(keys: KeyRing, documentId: DocumentId): DataKey {
  const key = randomBytes(32)
  return { key, wrapped: keys.seal('documents', key, contextOf(documentId)) }
}

export const openDataKey = (keys: KeyRing, documentId: DocumentId, wrapped: Uint8Array): Buffer =>
  keys.open('documents', wrapped, contextOf(documentId))

export const rewrapDataKey = (keys: KeyRing, documentId: DocumentId, wrapped: Uint8Array): Uint8Array =>
  keys.seal('documents', openDataKey(keys, documentId, wrapped), contextOf(documentId))

export type Piece = { documentId: DocumentId; number: number; isLast: boolean }

export const sealPiece = (key: Uint8Array, piece: Piece, plain: Uint8Array): Uint8Array =>
  sealWith(key, plain, pieceContext(piece))

/** Throws when it was changed, or is another piece. */
export const openPiece = (key: Uint8Array, piece: Piece, sealed: Uint8Array): Buffer =>
  openWith(key, sealed, pieceContext(piece))

const contextOf = (documentId: DocumentId): string => `document ${documentId}`
const pieceContext = ({ documentId, number, isLast }: Piece): string =>
  `piece ${number}${isLast ? ', the last' : ''} of document ${documentId}`

/** What was typed is personal, too. */
export const sealAnswers = (keys: KeyRing, id: VerificationId, answers: Answers): Uint8Array =>
  keys.seal('documents', JSON.stringify(answers), `answers of verification ${id}`)

export const openAnswers = (keys: KeyRing, id: VerificationId, sealed: Uint8Array): Answers =>
  JSON.parse(keys.open('documents', sealed, `answers of verification ${id}`).toString('utf8')) as Answers

/** By which a change of what was handed in is noticed. Keyed, since names and dates could be guessed. */
export const digestOfAnswers = (keys: KeyRing, id: VerificationId, answers: Answers): Buffer =>
  keys.fingerprint('documents', `answers of verification ${id}: ${JSON.stringify(answers)}`)

/** By which two people with one document are noticed, in whatever verification. */
export const digestOfNumber = (keys: KeyRing, { country, number }: { country: string; number: string }): Buffer =>
  keys.fingerprint('documents', `identity document of ${country}: ${number}`)
