import { isJsonObject, type JsonObject, type JsonValue, NumberText } from '#kernel/base/json.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { readRequest } from './read-request.ts'
import type { CheckoutRequest, Problem, RequestRules } from './request.ts'

/** For the tests of this folder: a plain request, and functions to change one field of it and to read the result. */
export const rules: RequestRules = {
  currencies: ['EUR', 'RON'],
  now: Temporal.Instant.from('2026-11-20T12:00:00Z'),
  timeZone: 'Europe/Bucharest',
}

export const plain = {
  siteId: 10722,
  customer: { identifier: 'customer-7', email: 'ana@example.com' },
  order: { orderId: 'order-1', type: 'purchase', amount: 100, currency: 'EUR', description: 'Bread' },
}

export const subscription = {
  'order.type': 'recurring',
  'order.intervalType': 'month',
  'order.intervalValue': 1,
}

/** A value by the path of its field: `{ 'order.amount': '5.00' }`. Undefined takes the field away. */
export type Changes = Readonly<Record<string, unknown>>

export const read = (changes: Changes = {}, extra: Partial<RequestRules> = {}): CheckoutRequest =>
  readRequest(changed(changes), { ...rules, ...extra })

/** What is wrong with the plain request after these changes: `order.amount must be …`, one line for each problem. */
export function problems(changes: Changes, extra: Partial<RequestRules> = {}): string[] {
  return linesOf(refusalOf(() => read(changes, extra)).problems)
}

export const notes = (changes: Changes): string[] => linesOf(read(changes).notes)

export function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was not refused')
}

/** A number that is written in JSON with these very digits. */
export const digits = (text: string): NumberText => new NumberText(text)

function linesOf(problems: unknown): string[] {
  const list: readonly Problem[] = Array.isArray(problems) ? problems : []
  return list.map(({ field, rule }) => `${field} ${rule}`)
}

export function changed(changes: Changes): JsonObject {
  return Object.entries(changes).reduce((json, [path, value]) => withField(json, path.split('.'), value), object(plain))
}

function withField(json: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const { [name]: old, ...others } = json
  if (rest.length > 0) return { ...others, [name]: withField(isJsonObject(old) ? old : {}, rest, value) }
  return value === undefined ? others : { ...others, [name]: asJson(value) }
}

/** A JavaScript value in the form that our JSON parser returns. */
export function asJson(value: unknown): JsonValue {
  if (typeof value === 'number') return new NumberText(JSON.stringify(value))
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (value instanceof NumberText) return value
  return Array.isArray(value) ? value.map(asJson) : object(value ?? {})
}

const object = (value: object): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => [name, asJson(part)]),
  )
