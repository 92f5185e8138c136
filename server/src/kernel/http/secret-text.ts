import { z } from 'zod'
import { Secret } from '#kernel/base/secret.ts'

/** A secret of a form. It is never repeated in an error, whatever is wrong with it. */
export const secretText = (pattern: RegExp, what: string) =>
  z
    .unknown()
    .transform((sent, context): Secret<string> => {
      if (typeof sent === 'string' && pattern.test(sent)) return new Secret(sent)
      context.addIssue({ code: 'custom', message: `must be ${what}` })
      return z.NEVER
    })
    .meta({ type: 'string', description: what })
