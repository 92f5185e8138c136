import type { Found } from './section.ts'

/** Everything that was found, ratios first: only figures of one run may be compared. */
export const report = (
  machine: readonly string[],
  sections: readonly { title: string; found: Found; seconds: number }[],
): string =>
  [
    '# Benchmarks',
    linesOf(machine),
    '## In short',
    ...sections.flatMap(({ title, found }) => [`**${title}**`, linesOf(found.inShort)]),
    ...sections.flatMap(({ title, found, seconds }) => [
      `## ${title}`,
      found.text,
      `Measured in ${Math.round(seconds)} seconds.`,
    ]),
  ]
    .join('\n\n')
    .concat('\n')

const linesOf = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')
