import { z } from 'zod'
import { keptOrOff } from './retention-variables.ts'

/** The settings of the master keys, among the environment variables of `variables.ts`. */
export const keyVariables = {
  FLORIN_KEYS: z.string().optional().describe('the master keys as JSON text; overrides FLORIN_KEYS_FILE'),
  FLORIN_KEYS_FILE: z
    .string()
    .optional()
    .describe('path of the master key file; generated in staging, required in production'),
  FLORIN_MARK_FILE: z
    .string()
    .optional()
    .describe(
      'path of the file by which a start of production knows that the database was restored; in a folder that can be written and is not restored with it; beside the key file unless set (backup.md)',
    ),
  FLORIN_KEYS_ROTATED_WITHIN: keptOrOff('P1Y', Temporal.Duration.from('P1D'))
    .default('P1Y')
    .describe(
      'your policy of how long a master key seals what is new: after that `florin doctor` warns; off: it does not; at least P1D',
    ),
  FLORIN_LOST_KEYS: z
    .string()
    .default('')
    .describe('older master keys that are lost for good, such as vault:1: what they seal is given up (keys.md)'),
}
