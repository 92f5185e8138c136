import { z } from 'zod'
import { BadWalletToken } from './port.ts'

/** Tokens come as JSON, as its text, or as the base64 of it, depending on the script that took them. */
export function readToken<T>(shape: z.ZodType<T>, unchecked: unknown): T {
  const parsed = shape.safeParse(typeof unchecked === 'string' ? readJson(unchecked) : unchecked)
  if (!parsed.success) throw new BadWalletToken('unreadable')
  return parsed.data
}

export function readJson(text: string): unknown {
  if (text.length > tokenCharactersMax) return undefined
  const json = text.trimStart().startsWith('{') ? text : Buffer.from(text, 'base64').toString('utf8')
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
/** Apple's have about 5,000, most of them certificates. */
const tokenCharactersMax = 50_000

/** Bytes in standard base64, with or without padding. */
export const base64 = z
  .string()
  .regex(/^[A-Za-z\d+/]+={0,2}$/)
  .transform((text) => Buffer.from(text, 'base64'))

export const hex = z
  .string()
  .regex(/^(?:[\da-f]{2})+$/i)
  .transform((text) => Buffer.from(text, 'hex'))

/** Two digits, whether the wallet wrote the zero or not. */
export const eci = z
  .string()
  .regex(/^\d{1,2}$/)
  .transform((text) => text.padStart(2, '0'))

/** 12 to 19 digits. */
export const panDigits = z.string().regex(/^\d{12,19}$/)
