import { type Erro, messageVersions } from '#connectors/threeds/messages.ts'

const descriptions = {
  '101': 'Message Received Invalid',
  '102': 'Message Version Number Not Supported',
  '201': 'Required Data Element Missing',
  '202': 'Critical Message Extension Not Recognised',
  '203': 'Format of one or more Data Elements is Invalid',
  '301': 'Transaction ID Not Recognised',
  '304': 'ISO Code Invalid',
  '305': 'Transaction Data Not Valid',
  '402': 'Transaction Timed Out',
  '403': 'Transient System Failure',
} as const
type ErrorCode = keyof typeof descriptions

/** A message that is no valid one: its sender receives `Erro` with this code. The detail names elements, never values. */
export class MessageError extends Error {
  override readonly name = 'MessageError'
  readonly code: ErrorCode
  readonly detail: string
  constructor(code: ErrorCode, detail: string) {
    super(`${descriptions[code]}: ${detail}`)
    this.code = code
    this.detail = detail
  }

  /** The ids that are known go back, so that the sender finds what it is about. */
  toErro(unchecked: unknown): Erro {
    const text = (name: string) => textOf(unchecked, name)
    const version = messageVersions.find((each) => each === text('messageVersion')) ?? messageVersions[0]
    const ids = ['threeDSServerTransID', 'dsTransID', 'acsTransID'] as const
    return {
      messageType: 'Erro',
      messageVersion: version,
      errorCode: this.code,
      errorComponent: 'A',
      errorDescription: descriptions[this.code],
      errorDetail: this.detail,
      ...(/^[A-Za-z]{4}$/.test(text('messageType') ?? '') && { errorMessageType: text('messageType') ?? '' }),
      ...Object.fromEntries(ids.flatMap((id) => (uuidForm.test(text(id) ?? '') ? [[id, text(id)]] : []))),
    }
  }
}

export const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function textOf(unchecked: unknown, name: string): string | undefined {
  if (typeof unchecked !== 'object' || unchecked === null || !Object.hasOwn(unchecked, name)) return undefined
  const value: unknown = Reflect.get(unchecked, name)
  return typeof value === 'string' ? value : undefined
}
