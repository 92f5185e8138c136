import { STATUS_CODES } from 'node:http'
import type { ApiError, ApiResult, ApiRoute } from '#acquiring/api'
import { writeJson } from '#kernel/base/json.ts'
import type { Refusal } from '#kernel/base/refusal.ts'
import { statusOfRefusal } from '#kernel/http/route.ts'
import { Unreadable } from '../field-problem.ts'
import type { JsonReply } from '../json-api.ts'
import { errorNumbers, numberOf } from './error-numbers.ts'

/** `reason` is the stable name of the error, `advice` what to do about it. */
export type ReplyError = ApiError & { field?: string; advice?: string }

/** `{code, message, data}`, with `pagination` for a list (wire fact 2.4). */
export function success(route: ApiRoute, answer: ApiResult<unknown>): JsonReply {
  const { data, pagination, errors = [] } = answer
  const status = answer.status ?? route.status
  const rest = status === 402 ? errorLists(errors) : pagination ? { pagination } : {}
  return { status, body: writeJson({ ...statusLine(status), data, ...rest }) }
}

/** Both names of the list of errors, for clients read either one. */
export const failure = (status: number, errors: readonly ReplyError[], requestId: string): JsonReply => ({
  status,
  body: writeJson({ ...statusLine(status), ...errorLists(errors), requestId }),
})

const errorLists = (errors: readonly ReplyError[]) => ({ error: errors, errors })

/** Clients compare these words. */
const statusLine = (status: number) => ({
  code: status,
  message: status === 200 ? 'Success' : (STATUS_CODES[status] ?? 'Error'),
})

export function errorReplyOf(error: Unreadable | Refusal): { status: number; errors: ReplyError[] } {
  if (error instanceof Unreadable) {
    const errors = error.problems.map(({ field, message, number }) => ({
      code: number ?? errorNumbers.invalid_field.number,
      message,
      type: 'Validation' as const,
      reason: 'invalid_field',
      field,
      advice: errorNumbers.invalid_field.advice,
    }))
    return { status: 400, errors }
  }
  const { code: reason, message, field, kind } = error
  const { number, advice } = numberOf(reason)
  if (error.problems.length > 1) {
    const shared = { code: number, type: 'Validation' as const, reason, ...(advice && { advice }) }
    const errors = error.problems.map((each) => ({
      ...shared,
      message: `${each.field} ${each.rule}.`,
      field: each.field,
    }))
    return { status: statusOfRefusal[kind], errors }
  }
  const type = kind === 'invalid' && field !== undefined ? ('Validation' as const) : ('Exception' as const)
  const entry = {
    code: number,
    message,
    type,
    reason,
    ...(field !== undefined && { field }),
    ...(advice && { advice }),
  }
  return { status: statusOfRefusal[kind], errors: [entry] }
}
