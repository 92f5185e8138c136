import { rounded } from './numbers.ts'
import type { Found } from './section.ts'

/**
 * Everything that was found, ratios first: only figures of one run may be compared. `load` is that of the machine in the minute
 * before each part and in the last one of it: what else ran there makes durations longer, and not what is read.
 */
export const report = (
  machine: readonly string[],
  sections: readonly { title: string; found: Found; seconds: number; load: readonly number[] }[],
): string =>
  [
    '# Benchmarks',
    linesOf(machine),
    '## In short',
    ...sections.flatMap(({ title, found }) => [`**${title}**`, linesOf(found.inShort)]),
    ...sections.flatMap(({ title, found, seconds, load }) => [
      `## ${title}`,
      found.text,
      `Measured in ${Math.round(seconds)} seconds. ${loadLine(load)}.`,
    ]),
  ]
    .join('\n\n')
    .concat('\n')

export const loadLine = (load: readonly number[]): string =>
  `The load of the machine was ${load.map(rounded).join(' before, and ')} at the end`

export const linesOf = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')
