import type { Call } from '#kernel/http/route.ts'

/**
 * What a browser brings back from the cardholder's bank, field by field, unread: some processors have it posted as a form,
 * others put it into the query of the address. `own`: what of the query is ours. Empty: it brings nothing.
 */
export function readBankResponse(
  { body, query }: Pick<Call, 'body' | 'query'>,
  own: readonly string[],
): Record<string, string> {
  const bankQuery = Object.entries(query).filter(([name]) => !own.includes(name))
  const fields = Object.entries({ ...Object.fromEntries(bankQuery), ...(typeof body === 'object' ? body : undefined) })
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => typeof field[1] === 'string').slice(0, fieldsMax),
  )
}
const fieldsMax = 50
