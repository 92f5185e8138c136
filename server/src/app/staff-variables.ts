import { z } from 'zod'
import { secondFactorRules } from '#core/access'

/** How staff log in, among the environment variables of `variables.ts`. */
export const staffVariables = {
  FLORIN_SECOND_FACTOR: z
    .enum(secondFactorRules)
    .default('optional')
    .describe(
      'who needs a second factor in the dashboard: money means roles that may move money, change keys or give access (owner, finance, support, developer, compliance), everyone means everyone; a person without one is led to it before anything else',
    ),
  FLORIN_PASSWORD_LOGIN: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'off: people log in to the dashboard by single sign-on alone, neither with a password nor with a passkey',
    ),
}
