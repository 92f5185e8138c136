import { type FieldValue, type IsoMessage, responseMti, textOf } from '#connectors/iso8583/iso-message.ts'
import type { Instant } from '#kernel/base/clock.ts'

/** Network management: messages about the line, not about a card. */
export const isManagement = ({ mti }: IsoMessage): boolean => mti[1] === '8'

/** Field 70. */
const codes = { signOn: '001', signOff: '002', cutover: '201', echo: '301' } as const

/** The response, and whether the sender is signed on from now; undefined: as before. */
export function answerManagement(message: IsoMessage): { response: IsoMessage; signedOn: boolean | undefined } {
  const code = textOf(message, 70)
  const isKnown = Object.values<string | undefined>(codes).includes(code)
  const echoed = [7, 11, 12, 13, 32, 33, 70].flatMap((number): [number, FieldValue][] =>
    message.fields.has(number) ? [[number, message.fields.get(number)!]] : [],
  )
  return {
    response: { mti: responseMti(message.mti), fields: new Map(echoed).set(39, isKnown ? '00' : invalidTransaction) },
    signedOn: code === codes.signOn ? true : code === codes.signOff ? false : undefined,
  }
}
const invalidTransaction = '12'

export const echoRequest = (at: Instant, stan: number): IsoMessage => ({
  mti: '0800',
  fields: new Map([
    [7, transmissionTime(at)],
    [11, String(stan).padStart(6, '0')],
    [70, codes.echo],
  ]),
})

/** Field 7: MMDDhhmmss in UTC. */
function transmissionTime(at: Instant): string {
  const { month, day, hour, minute, second } = at.toZonedDateTimeISO('UTC')
  return [month, day, hour, minute, second].map((part) => String(part).padStart(2, '0')).join('')
}
