import { numberOfCurrency } from '#connectors/iso8583/currencies.ts'
import {
  type FieldFault,
  type FieldValue,
  type IsoMessage,
  responseMti,
  textOf,
} from '#connectors/iso8583/iso-message.ts'
import type { NetworkResponse } from '../message.ts'

/**
 * The response to a request or an advice. It is made of the two alone, so that the response to a repeat is the same, byte
 * for byte.
 */
export function writeResponse(request: IsoMessage, response: NetworkResponse): IsoMessage {
  const { mti } = request
  const isAdvice = mti[2] === '2'
  const echoed = isAdvice ? echoedInAdvice : mti[1] === '4' ? [...echoedInRequest, 90] : echoedInRequest
  const fields = echo(request, echoed)
  fields.set(39, response.code)
  if (response.authorizationCode && !isAdvice) fields.set(38, response.authorizationCode)
  if (response.cvv === 'match' || response.cvv === 'noMatch') fields.set(44, response.cvv === 'match' ? '  M' : '  N')
  const isPartial = response.code === partialApproval
  if (isPartial && response.approved) fields.set(4, twelve(response.approved.minor))
  if (isPartial && response.billed && fields.has(6)) fields.set(6, twelve(response.billed.minor))
  const amounts = [...(isPartial ? originalAmounts(request) : []), ...availableAmount(request, response)]
  if (amounts.length > 0) fields.set(54, amounts.join(''))
  return { mti: responseMti(mti), fields }
}
const partialApproval = '10'

/** What a response repeats of its message. */
const echoedAlways = [2, 3, 4, 7, 11, 15, 32, 33, 37, 41, 42, 49]
const echoedInRequest = [...echoedAlways, 6, 10, 12, 13, 51]
const echoedInAdvice = echoedAlways

const echo = ({ fields }: IsoMessage, numbers: readonly number[]): Map<number, FieldValue> =>
  new Map(numbers.flatMap((number) => (fields.has(number) ? [[number, fields.get(number)!] as const] : [])))

/** Field 39 alone, with what names the message: for messages that were not understood, or come at a bad time. */
export const writeCode = (request: IsoMessage, code: string): IsoMessage => ({
  mti: responseMti(request.mti),
  fields: echo(request, echoedAlways).set(39, code),
})

/** Code 30, with the number of the field in field 44. */
export function writeFormatError(request: IsoMessage, { field }: FieldFault): IsoMessage {
  const { mti, fields } = writeCode(request, '30')
  return { mti, fields: new Map(fields).set(44, String(field).padStart(3, '0')) }
}

/** Groups of field 54: type of account, type of amount, currency, C or D, amount. The first is in the processing code. */
const accountOf = (request: IsoMessage): string => textOf(request, 3)?.slice(2, 4) ?? '00'

function originalAmounts(request: IsoMessage): string[] {
  const amounts = [
    [textOf(request, 49), textOf(request, 4)],
    [textOf(request, 51), textOf(request, 6)],
  ]
  return amounts.flatMap(([currency, amount]) =>
    currency && amount ? [`${accountOf(request)}57${currency}D${amount.padStart(12, '0')}`] : [],
  )
}

function availableAmount(request: IsoMessage, { available }: NetworkResponse): string[] {
  const currency = available && numberOfCurrency(available.currency)
  if (!available || !currency) return []
  const isDebt = available.minor < 0n
  return [
    `${accountOf(request)}02${currency}${isDebt ? 'D' : 'C'}${twelve(isDebt ? -available.minor : available.minor)}`,
  ]
}

const twelve = (minor: bigint): string => String(minor).padStart(12, '0')
