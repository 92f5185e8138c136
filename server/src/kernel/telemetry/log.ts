import pino from 'pino'
import { passesLuhn } from '#kernel/base/mask-numbers.ts'
import { inShortLines, type LogTarget } from './short-line.ts'
import { traceIds } from './trace.ts'

export type Log = pino.Logger

/** `auto`: short lines for people at a terminal, and JSON for everything else. */
export type LogFormat = 'auto' | 'json' | 'short'

/**
 * One line per event. Whatever looks like a card number (13 to 19 digits that pass the Luhn check) is masked in the
 * finished line, as a last guard behind `Secret`.
 */
export function openLog({ level, to, format = 'json' }: { level: string; to?: LogTarget; format?: LogFormat }): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: pino.stdSerializers.err },
    hooks: { streamWrite: maskCardNumbers },
    mixin: traceIds,
  }
  if (!to) return pino(options)
  const isShort = format === 'short' || (format === 'auto' && to.isTTY === true)
  return pino(options, isShort ? inShortLines(to) : to)
}

export const silentLog: Log = pino({ level: 'silent' })

/** Keeps the first six and last four digits of every number that could be a card's. */
export function maskCardNumbers(text: string): string {
  return text.replaceAll(/(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g, (match) => {
    const digits = match.replaceAll(/\D/g, '')
    return passesLuhn(digits) ? `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}` : match
  })
}
