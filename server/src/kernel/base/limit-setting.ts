/** A number of things in a time, such as `20/PT10M`. */
type Limit = { readonly per: Temporal.Duration }

/**
 * Reads a setting of limits: `on` for the built-in ones, `off` for none, or other numbers for some of them by name, as in
 * `site=100/PT10M,address=20/PT6H`. `change` makes a limit of its numbers, or says with undefined that they cannot be.
 * Returns what is wrong with the text; `count` names the number in it.
 */
export function readLimitSetting<Name extends string, L extends Limit>(
  text: string,
  builtIn: Readonly<Record<Name, L>>,
  { count, change }: { count: string; change(limit: L, count: number, per: Temporal.Duration): L | undefined },
): { limits: Partial<Record<Name, L>> } | { problem: string } {
  const none: Partial<Record<Name, L>> = {}
  if (text === 'off') return { limits: none }
  const read: Record<Name, L> = { ...builtIn }
  if (text === 'on') return { limits: read }
  const isName = (name: string): name is Name => Object.hasOwn(builtIn, name)
  for (const part of text.split(',')) {
    const [, name = '', number, duration = ''] = /^\s*(\w+)=(\d{1,9})\/(P[\dTDHMSW]+)\s*$/.exec(part) ?? []
    const per = durationOf(duration)
    const changed = isName(name) && per ? change(builtIn[name], Number(number), per) : undefined
    if (!isName(name) || !changed)
      return { problem: `write on, off, or name=${count}/duration with one of ${Object.keys(builtIn).join(', ')}` }
    read[name] = changed
  }
  return { limits: read }
}

/** A length of time above zero, such as `PT10M`; undefined for any other text. */
export function durationOf(text: string): Temporal.Duration | undefined {
  try {
    const duration = Temporal.Duration.from(text)
    return duration.sign > 0 ? duration : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
