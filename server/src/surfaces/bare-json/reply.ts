import { writeJson } from '#kernel/base/json.ts'
import type { Refusal } from '#kernel/base/refusal.ts'
import { Accepted, type JsonRoute, type KeysetReply, type ListReply, type PageReply } from '#kernel/http/json-route.ts'
import { statusOfRefusal } from '#kernel/http/route.ts'
import { Unreadable } from '../field-problem.ts'
import type { JsonReply } from '../json-api.ts'

/** A single record is bare; a list is `{data, page, size, total}` (wire fact 6.5), and a long one a `KeysetReply`. */
export const success = (
  { list, page, status }: Pick<JsonRoute<unknown>, 'list' | 'page' | 'status'>,
  result: unknown,
): JsonReply => {
  if (page) return { status, ...(result as PageReply) }
  if (result instanceof Accepted) return { status: 202, body: writeJson(result.body) }
  return { status, body: status === 204 ? '' : writeJson(list ? lists[list](result as never) : result) }
}

/** Nothing else that a run returns gets into a reply. */
const lists = {
  numbered: ({ data, page, size, total }: ListReply<unknown>) => ({ data, page, size, total }),
  keyset: ({ data, next, previous, total, totalIsExact, searchedTo, period }: KeysetReply<unknown>) => ({
    data,
    next,
    previous,
    total,
    totalIsExact,
    searchedTo,
    period,
  }),
}

/**
 * `{code, message}` as documented (wire fact 6.2), and beside them a stable `reason` to branch on, the field that is to
 * blame, all problems when there are more, and the id of the request. With `saysValues` also what stands in the message
 * and which rule a field breaks, for who says it in another language.
 */
export function failure(
  error: Unreadable | Refusal,
  { requestId, saysValues, status = statusOf(error) }: { requestId: string; saysValues: boolean; status?: number },
): JsonReply {
  const facts = error instanceof Unreadable ? unreadable(error, saysValues) : refused(error, saysValues)
  return { status, body: writeJson({ code: status, ...facts, requestId }) }
}

const statusOf = (error: Unreadable | Refusal): number =>
  error instanceof Unreadable ? 400 : statusOfRefusal[error.kind]

const unreadable = ({ problems }: Unreadable, saysValues: boolean) => ({
  message: problems[0]?.message ?? 'The request cannot be read.',
  reason: 'invalid_field',
  field: problems[0]?.field,
  problems: problems.map(({ field, message, rule }) => ({
    field,
    message,
    ...(saysValues && rule && { rule: rule.name, ...(rule.values && { values: rule.values }) }),
  })),
})

const refused = ({ code, message, field, problems, details, values }: Refusal, saysValues: boolean) => ({
  message,
  reason: code,
  ...(field !== undefined && { field }),
  ...(problems.length > 0 && {
    problems: problems.map((one) => ({ field: one.field, message: `${one.field} ${one.rule}.` })),
  }),
  ...(typeof details.registeredCustomerId === 'string' && { customerId: details.registeredCustomerId }),
  ...(Array.isArray(details.allowed) && { allowed: details.allowed }),
  ...(saysValues && Object.keys(values).length > 0 && { values }),
})
