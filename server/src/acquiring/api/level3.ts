import { z } from 'zod'
import type { Level3 } from '#connectors/acquirer/port.ts'

const facts = z.record(z.string(), z.string()).optional()

/** Level 3 data in the records of orders and transactions, nested as a checkout request sends it (wire fact 1.5). */
export const level3Shape = {
  level3Data: z
    .strictObject({ level3Type: z.enum(['airline', 'tourism']), level3Airline: facts, level3Tourism: facts })
    .optional()
    .meta({ description: 'Left out when the order brought none.' }),
}

export function level3Record(level3: Level3 | undefined): z.output<z.ZodObject<typeof level3Shape>> {
  if (!level3) return {}
  const { type, ...sent } = level3
  const facts = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  return { level3Data: { level3Type: type, [type === 'airline' ? 'level3Airline' : 'level3Tourism']: facts } }
}
