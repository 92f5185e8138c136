import { randomUUID } from 'node:crypto'
import type { MessageVersion, RReq, TransStatus } from '#connectors/threeds/messages.ts'
import type { PartnerId } from '#core/partners'
import type { CardId, HolderId, TransactionId } from '#issuing/ids'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { ChallengeStatus } from './challenge-states.ts'

/** What the access control server calls an authentication (acsTransID); of a challenge `transactionAuthId` on the wire. */
export type ChallengeId = Brand<string, 'ChallengeId'>
export const newChallengeId = (): ChallengeId => randomUUID() as ChallengeId

/** How the holder has confirmed it in the app (wire fact 6.4). */
export const authenticationTypes = ['pinCode', 'pattern', 'other', 'faceRecognition', 'fingerprint'] as const
export type AuthenticationType = (typeof authenticationTypes)[number]

export type ChallengeCancel = NonNullable<RReq['challengeCancel']>

/** A request to authenticate a holder, and its first answer. Nothing of it changes. */
export type Authentication = {
  id: ChallengeId
  serverTransId: string
  dsTransId: string
  version: MessageVersion
  digest: Uint8Array
  cardId: CardId
  holderId: HolderId
  partnerId: PartnerId
  category: 'payment' | 'other'
  minor: bigint
  currency: Currency
  acquirerId: string
  merchantId: string
  merchantName: string
  notificationUrl: string
  resultsUrl: string
  transStatus: Exclude<TransStatus, 'A'>
  transStatusReason: string | null
  /** The electronic commerce indicator, once authenticated. */
  eci: string
  createdAt: Instant
}

/** A challenge, and the authentication that it is for. */
export type Challenge = Authentication & {
  challengeVersion: number
  status: ChallengeStatus
  transactionId: TransactionId
  cancel: ChallengeCancel | null
  sessionData: string | null
  expiresAt: Instant
  dueAt: Instant | null
}

/** How long a holder has to answer (product decision, 3-D Secure). */
export const challengeLives = Temporal.Duration.from({ minutes: 10 })
/** By then the shopper's browser has come (issuing standards 3.4). */
export const browserComesWithin = Temporal.Duration.from({ seconds: 30 })

export const isOver = ({ status }: Pick<Challenge, 'status'>): boolean => status !== 'initiated' && status !== 'pending'
