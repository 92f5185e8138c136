/**
 * Messages of EMV 3-D Secure 2.2 between the merchant's side (the 3DS server, behind it a directory server) and an access
 * control server, as they are on the wire. Elements that nobody here reads are left out: parsers ignore what they do not
 * know.
 */

export const messageVersions = ['2.2.0', '2.1.0'] as const
export type MessageVersion = (typeof messageVersions)[number]

/**
 * How an authentication has ended, or goes on: Y authenticated, N not authenticated, U could not be performed, A attempted,
 * C challenge required, R rejected, I for information only.
 */
export type TransStatus = 'Y' | 'N' | 'U' | 'A' | 'C' | 'R' | 'I'

type Ids = { messageVersion: MessageVersion; threeDSServerTransID: string; dsTransID: string; acsTransID: string }

/** The access control server's answer to a request for authentication. */
export type ARes = Ids & {
  messageType: 'ARes'
  acsReferenceNumber: string
  dsReferenceNumber: string
  transStatus: TransStatus
  transStatusReason?: string
  authenticationValue?: string
  eci?: string
  acsURL?: string
  acsChallengeMandated?: 'Y' | 'N'
  /** 03: out of band, in the partner's app. */
  authenticationType?: '03'
  cardholderInfo?: string
}

/** The result of a challenge, from the access control server to the merchant's side. */
export type RReq = Ids & {
  messageType: 'RReq'
  messageCategory: '01' | '02'
  transStatus: Exclude<TransStatus, 'C'>
  transStatusReason?: string
  authenticationType?: '03'
  authenticationValue?: string
  eci?: string
  interactionCounter: string
  /** 01: by the holder, 04: timed out, 05: the first CReq never came, 06: an error. */
  challengeCancel?: '01' | '04' | '05' | '06'
}
export type RRes = Ids & { messageType: 'RRes'; resultsStatus: '01' | '02' | '03' }

/** The end of a challenge as the browser carries it back. It proves nothing: what counts is in the RReq. */
export type CRes = Omit<Ids, 'dsTransID'> & {
  messageType: 'CRes'
  challengeCompletionInd: 'Y'
  transStatus: 'Y' | 'N'
}

export type ErrorComponent = 'A' | 'S' | 'D' | 'C'
export type Erro = {
  messageType: 'Erro'
  messageVersion: MessageVersion
  errorCode: string
  errorComponent: ErrorComponent
  errorDescription: string
  errorDetail: string
  errorMessageType?: string
  threeDSServerTransID?: string
  dsTransID?: string
  acsTransID?: string
}

/** An access control server: takes an AReq as it is on the wire. */
export type AccessControlServer = { authenticate(areq: unknown): Promise<ARes | Erro> }

/** The merchant's side, which receives what a challenge has come to. */
export type ResultReceiver = { receive(rreq: RReq): Promise<RRes | Erro> }

/** JSON as browsers carry it in form fields: base64url without padding. */
export const encodeMessage = (message: object): string => Buffer.from(JSON.stringify(message)).toString('base64url')

/** Undefined: it is no object in JSON in base64url. */
export function decodeMessage(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined
  } catch {
    return undefined
  }
}
