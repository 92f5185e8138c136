import type { PaymentId } from '#acquiring/ids'
import { type DisputeReason, disputeReasons } from '#connectors/acquirer/port.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'

/** What a merchant can say about a dispute, and what each text is called for the person who decides it. */
export const evidenceLabels = {
  explanation: 'What happened',
  productDescription: 'What was sold',
  customerCommunication: 'What the customer and the merchant have written',
  carrier: 'Sent with',
  trackingNumber: 'Tracking number',
  shippedOn: 'Sent on',
  deliveredOn: 'Delivered on',
  deliveryAddress: 'Delivered to',
  customerName: 'Name of the customer',
  customerIpAddress: 'IP address of the customer',
  accountActivity: 'What the customer has used',
  returnPolicy: 'Policy of returns',
  returnAnswer: 'Why a return was not accepted, or not offered',
  cancellationPolicy: 'Policy of cancellations',
  cancellationAnswer: 'Why the subscription was not cancelled then',
  refundPolicy: 'Policy of refunds',
  refundAnswer: 'Why there is no refund, or when it was made',
  otherPayment: 'The other payment',
  duplicateAnswer: 'Why both are due',
  amountAnswer: 'Why amount and currency are right',
} as const
export type EvidenceField = keyof typeof evidenceLabels
export const evidenceFields = Object.keys(evidenceLabels) as EvidenceField[]

export type Evidence = { readonly [field in EvidenceField]?: string }

const always = ['explanation', 'productDescription', 'customerCommunication'] as const
const delivery = ['carrier', 'trackingNumber', 'shippedOn', 'deliveredOn', 'deliveryAddress'] as const
const byReason: Readonly<Record<DisputeReason, readonly EvidenceField[]>> = {
  fraud: ['customerName', 'customerIpAddress', 'accountActivity', ...delivery],
  not_received: [...delivery, 'accountActivity'],
  not_as_described: ['returnPolicy', 'returnAnswer', ...delivery],
  subscription_cancelled: ['cancellationPolicy', 'cancellationAnswer', 'accountActivity'],
  credit_not_processed: ['refundPolicy', 'refundAnswer'],
  duplicate: ['otherPayment', 'duplicateAnswer'],
  processing_error: ['amountAnswer'],
  other: [],
}

/** The texts that help against a reason. What else is sent is not read by the person who decides, so it is refused. */
export const evidenceFieldsOf = (reason: DisputeReason): readonly EvidenceField[] => [...always, ...byReason[reason]]

/** The reasons against which a text helps, for the documents. */
export const reasonsOf = (field: EvidenceField): readonly DisputeReason[] =>
  disputeReasons.filter((reason) => evidenceFieldsOf(reason).includes(field))

/** As the acquirer receives it: each text under its label, in the order of the labels. */
export const evidenceText = (evidence: Evidence): string =>
  evidenceFields
    .flatMap((field) => (evidence[field] === undefined ? [] : [`${evidenceLabels[field]}:\n${evidence[field]}`]))
    .join('\n\n')

/** Texts of evidence name customers and their addresses, so they are sealed as documents are. */
export const sealEvidence = (keys: KeyRing, id: PaymentId, evidence: Evidence): Uint8Array =>
  keys.seal('documents', JSON.stringify(evidence), contextOf(id))

export const openEvidence = (keys: KeyRing, id: PaymentId, sealed: Uint8Array | undefined): Evidence =>
  sealed ? (JSON.parse(keys.open('documents', sealed, contextOf(id)).toString('utf8')) as Evidence) : {}

/** By which a change of what was said is noticed. Keyed, since names and addresses could be guessed. */
export const digestOfEvidence = (keys: KeyRing, id: PaymentId, evidence: Evidence): Buffer =>
  keys.fingerprint('documents', `${contextOf(id)}: ${JSON.stringify(evidence)}`)

const contextOf = (id: PaymentId): string => `evidence of dispute ${id}`
