/** Commands as documents print them, read so that a test can carry them out without a shell. */

/** A fenced `sh` block of a page, and the JSON that the page prints right below it. */
export type PrintedBlock = { page: string; text: string; reply: unknown }

export function printedBlocks(page: string, text: string): PrintedBlock[] {
  const blocks = text.matchAll(/^```sh\n(?<commands>[\s\S]*?)\n```$(?:\n\n```json\n(?<reply>[\s\S]*?)\n```$)?/gm)
  return [...blocks].map(({ groups }) => ({
    page,
    text: groups!.commands!,
    reply: groups!.reply === undefined ? undefined : JSON.parse(groups!.reply),
  }))
}

/**
 * The reply with everything replaced that differs each time: a moment becomes the printed one if that is a moment too,
 * and a text becomes the printed one if it fits it, where `…` stands for anything.
 */
export function asPrinted(reply: unknown, printed: unknown): unknown {
  if (typeof reply === 'string' && typeof printed === 'string') return fits(reply, printed) ? printed : reply
  if (Array.isArray(reply))
    return reply.map((one, index) => asPrinted(one, isList(printed) ? printed[index] : undefined))
  if (typeof reply !== 'object' || reply === null) return reply
  const known = typeof printed === 'object' && printed !== null ? printed : {}
  return Object.fromEntries(
    Object.entries(reply).map(([name, value]) => [name, asPrinted(value, Reflect.get(known, name))]),
  )
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[+-]\d\d:\d\d|\.\d{3}Z)$/

function fits(text: string, printed: string): boolean {
  if (moment.test(text)) return moment.test(printed)
  const parts = printed.split('…').map((part) => RegExp.escape(part))
  return new RegExp(`^${parts.join('.+')}$`).test(text)
}
