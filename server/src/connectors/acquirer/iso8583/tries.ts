import { isDuplicate, isRefusal, type ResponseRules } from './response-codes.ts'

/** What the host has answered to each try of a message, in their order; null: nothing, or not in time. */
export type Tries = readonly (string | null)[]

/** All tries but this one. Of a program of before no answer is known: any try may have been carried out. */
export const otherTries = (tries: Tries, { attempts, attempt }: { attempts: number; attempt: number }): Tries =>
  Array.from({ length: Math.max(attempts, attempt) }, (_, index) => tries[index] ?? null).toSpliced(attempt - 1, 1)

export const withAnswer = (tries: Tries, attempt: number, code: string): Tries =>
  Array.from({ length: Math.max(tries.length, attempt) }, (_, index) =>
    index === attempt - 1 ? code : (tries[index] ?? null),
  )

/** Whether the host has carried a message out, as far as its answers say. */
export type Verdict = 'done' | 'notDone' | 'unknown'

/**
 * What an answer means beside those to all other tries. They have one number, so that a host carries the message out once.
 *
 * - An accepted code says that it is done. That the host has the message already (94) says so where another try had no
 *   answer; of the only one it says that the number was used for something else.
 * - A listed code that refuses it, or says that the host could not take it now, says so of this try alone. The message is
 *   not done when that is known of every other try, too.
 * - Anything else says nothing: a code that no table has, "in progress", and any refusal beside a try that may have been
 *   carried out.
 */
export function verdictOf(code: string, others: Tries, rules: ResponseRules): Verdict {
  if (rules.acceptedCodes.has(code)) return 'done'
  if (isDuplicate(code) && others.includes(null)) return 'done'
  return [...others, code].every((one) => one !== null && isRefusal(one, rules)) ? 'notDone' : 'unknown'
}
