import { isStorable } from '#kernel/http/read.ts'
import { refuse } from './refusals.ts'

export const reasonLengthMin = 3
export const reasonLengthMax = 1_000

/** Why somebody does something, where the audit must not be without it. */
export function checkReason(unchecked: string | undefined): string {
  const reason = unchecked?.trim() ?? ''
  const { length } = [...reason]
  if (length < reasonLengthMin || length > reasonLengthMax || !isStorable(reason))
    throw refuse('invalid_reason', { field: 'reason', lengthMin: reasonLengthMin, lengthMax: reasonLengthMax })
  return reason
}
