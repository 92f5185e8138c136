import { styleText } from 'node:util'

/** What a line of the log says first, however it is called. */
const shownFirst = ['time', 'level', 'msg', 'err'] as const

/** Where a log is written: a terminal says that it is one. */
export type LogTarget = { write(line: string): void; isTTY?: boolean | undefined }

/** A target that is given JSON lines and writes each as a short line for people. What is no JSON is written as it is. */
export const inShortLines = (to: LogTarget): LogTarget => ({
  write: (line) => to.write(shortLine(line, { colours: to.isTTY === true })),
})

type Styles = Parameters<typeof styleText>[0]
const levels: Readonly<Record<string, Styles>> = {
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
  debug: 'dim',
  trace: 'dim',
}

/**
 * `10:00:00 warn  a payment fell back  connector=sandbox`: time of day, level, what happened, and then the facts. The stack
 * of an error is below it.
 */
export function shortLine(line: string, { colours }: { colours: boolean }): string {
  const event = parsed(line)
  if (!event) return line
  const styled = (style: Styles, text: string) => (colours ? styleText(style, text, { validateStream: false }) : text)
  const level = String(event.level ?? 'info')
  const facts = Object.entries(event)
    .filter(([name]) => !(shownFirst as readonly string[]).includes(name))
    .map(([name, value]) => `${styled('dim', `${name}=`)}${valueText(value)}`)
  const { type, message, stack } = (event.err ?? {}) as Readonly<Record<string, unknown>>
  const what = styled(levels[level] ?? 'reset', `${level.padEnd(5)} ${event.msg ?? ''}`)
  const error = message === undefined ? [] : [styled('red', `${type ?? 'Error'}: ${message}`)]
  const first = [styled('dim', String(event.time ?? '').slice(11, 19)), what, ...facts, ...error].join('  ')
  return typeof stack === 'string' ? `${first}\n${styled('dim', framesOf(stack))}\n` : `${first}\n`
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const event: unknown = JSON.parse(line)
    return typeof event === 'object' && event !== null ? (event as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** A text that could be mistaken for two facts is in quotation marks. */
const valueText = (value: unknown): string =>
  typeof value === 'string' && /^[^\s="]+$/.test(value) ? value : JSON.stringify(value)

/** The message is in the line above them. */
const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, framesMax)
    .join('\n')
const framesMax = 8
