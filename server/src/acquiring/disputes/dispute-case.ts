import type { PaymentId } from '#acquiring/ids'
import type { DisputeReason } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { MerchantId, SiteId } from '#core/directory'
import type { MediaType } from '#core/files'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { CaseAction, CaseStatus } from './case-states.ts'

/** A dispute as the merchant answers it. Its id is that of the chargeback. */
export type DisputeCase = {
  id: PaymentId
  version: number
  /** What is disputed. */
  paymentId: PaymentId
  siteId: SiteId
  merchantId: MerchantId
  connector: ConnectorId
  /** The acquirer's name of it. */
  dispute: string
  authorization: string
  reason: DisputeReason
  amount: Money
  status: CaseStatus
  openedAt: Instant
  /** Until when the acquirer takes a response; undefined: it has not said. */
  respondBy: Instant | undefined
  /** The texts of the evidence, sealed. */
  evidence: Uint8Array | undefined
  /** Of the response, from its intent on. */
  requestKey: string | undefined
  remindedAt: Instant | undefined
  dueTries: number
}

export type CaseTransition = {
  action: CaseAction | 'open'
  toStatus: CaseStatus
  actor: string
  note: string | undefined
  occurredAt: Instant
}

export type EvidenceFileId = Brand<string, 'EvidenceFileId'>

/** What a file of evidence shows. The acquirer receives it under this name. */
export const evidenceFileKinds = [
  'receipt',
  'delivery_proof',
  'customer_communication',
  'customer_signature',
  'refund_proof',
  'terms',
  'service_documentation',
  'other',
] as const
export type EvidenceFileKind = (typeof evidenceFileKinds)[number]

export type EvidenceFile = {
  id: EvidenceFileId
  kind: EvidenceFileKind
  type: MediaType
  bytes: number
  chunks: number
  dataKey: Uint8Array
  createdAt: Instant
}
