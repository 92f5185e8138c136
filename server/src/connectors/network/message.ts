import type { Money } from '#kernel/base/money.ts'
import type { Secret } from '#kernel/base/secret.ts'

/**
 * The port of card networks: what a network says about an issued card, and what the issuer answers. Every dialect
 * (JSON, ISO 8583) is mapped to it, and an acquirer of our own speaks it directly; behind it one set of use cases decides.
 */
export type Network = {
  /** `wait` is that of the sender for this answer. Absent: it waits as long as it takes. */
  send(request: NetworkRequest, wait?: Wait): Promise<NetworkResponse>
}

/** The issuer's own end of the port, which lines of card networks work with. */
export type IssuerNetwork = Network & {
  /**
   * Records that the sender is answered with `code` (field 39: 91, 96) and reverses nothing itself, though the request may have been
   * approved, or may still be. Once this has resolved, no approval of it stands for long.
   */
  declined(request: AuthorizationRequest, code: string): Promise<void>
}

/** The patience of a sender. `isOver`: it was given another answer, or none, and nothing is decided for it any more. */
export type Wait = { isOver(): boolean }

/**
 * Names a message among those of its class. A sender that did not get the answer sends the message again with the same
 * key; it is answered as before.
 */
export type MessageKey = {
  /** Acquirer, and forwarder if there is one (fields 32 and 33). */
  sender: string
  /** Field 11. */
  stan: string
  /** Field 7: MMDDhhmmss in UTC. */
  sentAt: string
}

export type NetworkMerchant = {
  /** Field 42. */
  id: string
  /** Field 41. */
  terminalId?: string | undefined
  name: string
  city?: string | undefined
  /** ISO 3166-1, two letters. */
  country?: string | undefined
  /** The merchant category code (ISO 18245). */
  category: string
}

/** An encrypted PIN as it came: the connection has the key that it is under. */
export type PinBlock = {
  bytes: Uint8Array
  /** Of ISO 9564-1. */
  format: 0 | 3 | 4
  /** Which of the issuer's keys of zones encrypts it. */
  zone: string
}

export type CardReference = { id: string; cvv2: 'match' | 'noMatch' | 'notSent' }

export type NetworkCard = {
  /** Absent where a `reference` names the card. */
  number?: Secret<string> | undefined
  /** From a sender that belongs to the issuer: which card it is, and whether the security code was right when it was shown. */
  reference?: CardReference | undefined
  /** YYMM, as the sender knows it. */
  expiry?: string | undefined
  cvv2?: Secret<string> | undefined
  pinBlock?: PinBlock | undefined
  track2?: Secret<string> | undefined
}

/** Among messages of one class a key is unique. */
export type KeyClass = 'authorization' | 'financial' | 'advice' | 'reversal' | 'presentment'

/** How an earlier message is named: by its key or by the references that stay the same through its life. */
export type Original = {
  key?: MessageKey | undefined
  /** The class of the message with the key, where the sender gives it (field 90): several messages have one key. */
  class?: KeyClass | undefined
  rrn?: string | undefined
  networkTransactionId?: string | undefined
  authorizationCode?: string | undefined
}

type About = {
  key: MessageKey
  card: NetworkCard
  /** In the merchant's currency. */
  amount: Money
  /** In the card's currency, when the network has converted already. */
  billing?: Money | undefined
  merchant: NetworkMerchant
  reference: {
    /** Field 37. */
    rrn?: string | undefined
    networkTransactionId?: string | undefined
    /** Field 38 of a message that follows an approval. */
    authorizationCode?: string | undefined
    /** Field 32. */
    acquirerId: string
  }
}

export const purposes = ['purchase', 'cash', 'quasiCash', 'verification', 'balance', 'refund'] as const
export type Purpose = (typeof purposes)[number]
export const channels = ['online', 'inStore', 'contactless', 'atm'] as const
export type Channel = (typeof channels)[number]

/** What the merchant's side says about the authentication of the cardholder. */
export type AuthenticationData = {
  /** The id that the access control server has given (acsTransID or dsTransID). */
  transactionId?: string | undefined
  eci?: string | undefined
  /** CAVV, AAV: what proves it. */
  authenticationValue?: Secret<string> | undefined
  version?: string | undefined
}

/** May the cardholder spend this? Approved amounts are held; with `posts` they are posted at once (0200). */
export type AuthorizationRequest = About & {
  kind: 'authorization'
  purpose: Purpose
  channel: Channel
  /** Field 22, or what the dialect has for it. */
  entry: string
  posts: boolean
  partialAllowed: boolean
  preauthorization: boolean
  threeDs?: AuthenticationData | undefined
  recurring: boolean
  /** Of a refund: no payment came before it. It is new money, which a card takes only while it is active. */
  originalCredit?: boolean | undefined
  /** The amount is added to this earlier approval. */
  incrementOf?: Original | undefined
}

/** Somebody has decided for us already. */
export type AdviceRequest = About & {
  kind: 'advice'
  /** Field 39. */
  decided: string
  standIn: boolean
  /** The amount takes the place of that of this earlier approval. */
  replaces?: Original | undefined
  purpose?: Purpose | undefined
  channel?: Channel | undefined
}

/** An approval is not used, or only a part of it. */
export type ReversalRequest = About & {
  kind: 'reversal'
  original: Original
  /** Of the original; a purchase, unless it says so. */
  purpose?: Purpose | undefined
  /** What stays, of the original amount. Undefined: nothing. */
  remaining?: Money | undefined
  /** Field 39: 17 by the customer, 32 in part, 68 no answer in time. */
  reason: string
}

/** The money of a transaction moves. */
export type ClearingRequest = About & {
  kind: 'clearing'
  original?: Original | undefined
  /** One of several clearings of the same approval. */
  sequence?: { number: number; of: number } | undefined
  presentmentId: string
  purpose?: Purpose | undefined
}

/** Money goes back to the cardholder. */
export type RefundRequest = About & { kind: 'refund'; original?: Original | undefined; presentmentId: string }

export type NetworkRequest = AuthorizationRequest | AdviceRequest | ReversalRequest | ClearingRequest | RefundRequest

export type NetworkResponse = {
  /** Field 39; 00 and 10 are approvals, 85 is one of a verification. */
  code: string
  authorizationCode?: string | undefined
  /** What was approved, in the merchant's currency. */
  approved?: Money | undefined
  /** The same in the card's currency. */
  billed?: Money | undefined
  /** What is left to spend, where the request may know it. */
  available?: Money | undefined
  cvv?: 'match' | 'noMatch' | 'notChecked' | undefined
  /** The number of the message has ended: the card that the answer is about. Its `expiry` is YYMM. */
  updatedCard?: { lastFour: string; expiry: string } | undefined
  /** Our id of the transaction. */
  transactionId?: string | undefined
}

/** Whether a response is an approval, by its field 39. */
export const isApproval = (code: string): boolean => code === '00' || code === '10' || code === '85'

/** The same for decisions of others, which know a few more: 08 with the identity of the holder, 11 for a guest of honour. */
export const isApprovalOfOthers = (code: string): boolean =>
  isApproval(code) || code === '08' || code === '11' || code === '16'
