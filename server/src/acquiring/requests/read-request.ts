import assert from 'node:assert/strict'
import type { StoredCardId } from '#acquiring/ids'
import { readId } from '#kernel/base/id.ts'
import type { JsonObject } from '#kernel/base/json.ts'
import { Complaints, email, Field, oneOf, plainText, text, yesOrNo } from '#kernel/http/form-field.ts'
import { readCustomData } from './custom-data.ts'
import { readCustomer } from './customer.ts'
import { readOrder } from './order.ts'
import { refuse } from './refusals.ts'
import type { CardTransactionMode, CheckoutRequest, Problem, RequestRules } from './request.ts'
import { readThreeDSecure } from './three-d-secure.ts'
import { readTransactionOption } from './transaction-option.ts'

/**
 * Reads a checkout request whose checksum has been verified. Unknown fields are ignored.
 *
 * Throws a refusal that names the first problem in the order of the specification's tables; its details list all of
 * them as `problems`, so that the store's developer sees every one at once.
 */
export function readRequest(json: JsonObject, rules: RequestRules): CheckoutRequest {
  const read = tryRequest(json, rules)
  if ('request' in read) return read.request
  throw refuse('invalid_request', { ...read.problems[0], problems: read.problems })
}

/** The same for a caller that reports problems in its own words: all of them, at least one. */
export function tryRequest(
  json: JsonObject,
  rules: RequestRules,
): { request: CheckoutRequest } | { problems: readonly Problem[] } {
  const complaints = new Complaints()
  const request = readAll(new Field('', json, complaints), rules, complaints)
  if (complaints.problems.length > 0) return { problems: complaints.problems }
  assert(request, 'a request without problems has all its parts')
  return { request }
}

function readAll(field: Field, rules: RequestRules, complaints: Complaints): CheckoutRequest | undefined {
  const customer = readCustomer(field.get('customer'))
  const mode = readMode(field.get('cardTransactionMode'))
  const order = readOrder(field.get('order'), { ...rules, mode })
  const rest = {
    invoiceEmail: email(150)(field.get('invoiceEmail')),
    saveCard: readSaveCard(field, mode),
    storedCardId: readStoredCardId(field.get('cardId')),
    backUrl: readBackUrl(field.get('backUrl')),
    customData: readEcho(field),
    threeDSecure: readThreeDSecure(field.get('threeDSecureData')),
    transactionOption: readTransactionOption(field.get('transactionOption'), order?.amount),
  }
  return order && mode && { customer, order, mode, ...rest, notes: complaints.notes }
}

function readMode(field: Field): CardTransactionMode | undefined {
  if (!field.present) return 'authAndCapture'
  if (field.value === 'credit')
    return field.refuse('must not be credit: a payout is made through the API, by POST /order')
  return oneOf(['auth', 'authAndCapture', 'verifyCard'])(field)
}

/**
 * On top in newer clients, in the order in older ones. A false that a client always adds on top overrules nothing. A
 * card is verified in order to be stored, so it is, unless the store says that it shall not be (wire fact 12, row 7).
 */
function readSaveCard(request: Field, mode: CardTransactionMode | undefined): boolean {
  const onTop = yesOrNo(request.get('saveCard'))
  const inOrder = yesOrNo(request.get('order').get('saveCard'))
  const unsaid = onTop === undefined && inOrder === undefined
  return unsaid ? mode === 'verifyCard' : (onTop ?? false) || (inOrder ?? false)
}

function readStoredCardId(field: Field): StoredCardId | undefined {
  if (!field.present) return undefined
  const read = plainText(field)
  const id = read !== undefined && read.length <= cardIdDigitsMax ? readId<StoredCardId>(read) : undefined
  return id ?? field.mustBe('the cardId of a stored card, such as 1001')
}
/** Wire fact 1.2. */
const cardIdDigitsMax = 11

/** The 2018 client stopped at 250 characters; addresses of today's shops are longer. */
function readBackUrl(field: Field): string | undefined {
  const read = text({ max: 2048, what: 'an http or https address, such as https://shop.example/back' })(field)
  if (read === undefined) return undefined
  const isWeb = /^https?:\/\/[^\s]+$/i.test(read) && URL.canParse(read)
  return isWeb ? read : field.mustBe('an http or https address, such as https://shop.example/back')
}

/** `custom` is what `customData` was called before version 4. */
function readEcho(request: Field): CheckoutRequest['customData'] {
  const name = request.get('customData').present || !request.get('custom').present ? 'customData' : 'custom'
  return readCustomData(request.get(name))
}
