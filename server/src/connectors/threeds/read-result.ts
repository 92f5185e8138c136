import { z } from 'zod'
import { type Erro, messageVersions, type RRes } from './messages.ts'

const id = z.uuid()
const rres: z.ZodType<RRes> = z.object({
  messageType: z.literal('RRes'),
  messageVersion: z.enum(messageVersions),
  threeDSServerTransID: id,
  dsTransID: id,
  acsTransID: id,
  resultsStatus: z.enum(['01', '02', '03']),
})
const erro = z.object({
  messageType: z.literal('Erro'),
  messageVersion: z.enum(messageVersions),
  errorCode: z.string().regex(/^\d{3}$/),
  errorComponent: z.enum(['A', 'S', 'D', 'C']),
  errorDescription: z.string().max(2048),
  errorDetail: z.string().max(2048),
})

/** What the merchant's side answers to the result of a challenge. Throws when it is neither an RRes nor an Erro. */
export function decodeResult(text: string): RRes | Erro {
  const unchecked: unknown = JSON.parse(text)
  const read = rres.safeParse(unchecked)
  return read.success ? read.data : erro.parse(unchecked)
}
