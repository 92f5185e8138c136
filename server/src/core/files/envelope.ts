import { randomBytes } from 'node:crypto'
import { type KeyRing, openWith, sealWith } from '#kernel/crypto/keys.ts'

/**
 * How files are sealed: each under a fresh key of its own (AES-256-GCM), in pieces, and that key under the master key
 * `documents`. A piece is authenticated with its number and with whether it is the last, so that none can be left out,
 * repeated or moved, neither within a document nor to another.
 */
export type DataKey = { key: Buffer; wrapped: Uint8Array }

/** `documentId` is a UUID: it is of this file and of no other in any module. */
export function newDataKey(keys: KeyRing, documentId: string): DataKey {
  const key = randomBytes(32)
  return { key, wrapped: keys.seal('documents', key, contextOf(documentId)) }
}

export const openDataKey = (keys: KeyRing, documentId: string, wrapped: Uint8Array): Buffer =>
  keys.open('documents', wrapped, contextOf(documentId))

/** The same key under the newest master key. */
export const rewrapDataKey = (keys: KeyRing, documentId: string, wrapped: Uint8Array): Uint8Array =>
  keys.seal('documents', openDataKey(keys, documentId, wrapped), contextOf(documentId))

type Piece = { documentId: string; number: number; isLast: boolean }

export const sealPiece = (key: Uint8Array, piece: Piece, plain: Uint8Array): Uint8Array =>
  sealWith(key, plain, pieceContext(piece))

/** Throws when it was changed, or is another piece. */
export const openPiece = (key: Uint8Array, piece: Piece, sealed: Uint8Array): Buffer =>
  openWith(key, sealed, pieceContext(piece))

const contextOf = (documentId: string): string => `document ${documentId}`
const pieceContext = ({ documentId, number, isLast }: Piece): string =>
  `piece ${number}${isLast ? ', the last' : ''} of document ${documentId}`

/** A short text about a file, under the key of the file: it is unreadable when that is destroyed. */
export const sealNote = (key: Uint8Array, documentId: string, note: string): Uint8Array =>
  sealWith(key, note, noteContext(documentId))
export const openNote = (key: Uint8Array, documentId: string, sealed: Uint8Array): string =>
  openWith(key, sealed, noteContext(documentId)).toString('utf8')
const noteContext = (documentId: string): string => `note about document ${documentId}`
