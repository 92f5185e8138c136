import type { Acquirer, AuthorizeRequest, VerifyRequest } from '#connectors/acquirer/port.ts'
import { databaseRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { AppParts } from '../../src/app/compose.ts'
import type { Random } from './random.ts'

/**
 * Banks that are requested to authenticate who types a card: how many percent of their own customers they ask for a
 * confirmation, and of strangers. A bank knows its customers by their browsers, and a stranger by not knowing it.
 */
export type Banks = { askOwner: number; askStranger: number }

/** What an acquirer does not know of cards, and the banks behind it do. */
export type Issued = {
  /** Closed, or without money. */
  bad: Set<string>
  /** Typed by somebody who is not the cardholder. */
  stolen: Set<string>
}

/** The sandbox, behind which each bank decides whether it asks. */
export function acquirerOfBanks(
  { bad, stolen }: Issued,
  banks: Banks,
  random: Random,
): NonNullable<AppParts['acquirer']> {
  const atBank = <R extends AuthorizeRequest | VerifyRequest>(request: R): R => {
    const number = request.card.pan.reveal()
    const asks = random.chance(stolen.has(number) ? banks.askStranger : banks.askOwner)
    return {
      ...request,
      ...(request.authentication === 'requested' && asks && { authentication: 'required' }),
      ...(bad.has(number) && { card: { ...request.card, pan: new Secret(declinedNumber) } }),
    }
  }
  return ({ db, clock, bankUrl }): Acquirer => {
    const sandbox = sandboxAcquirer({ record: databaseRecord(db), clock, bankUrl })
    return {
      ...sandbox,
      authorize: (request) => sandbox.authorize(atBank(request)),
      verify: (request) => sandbox.verify(atBank(request)),
    }
  }
}
/** Declined by the sandbox as closed. */
const declinedNumber = '4000020000002006'

/** Of one of a hundred thousand ranges, and not in the sandbox's list of test cards. */
export function cardNumber(random: Random): string {
  const digits = `4${random.between(10_000, 99_999)}9${String(random.between(0, 99_999_999)).padStart(8, '0')}`
  const sum = [...digits].reduce((total, digit, place) => {
    const counted = Number(digit) * (2 - (place % 2))
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
