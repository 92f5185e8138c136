import { Command } from 'commander'
import type { Finding, FindingState } from '../app/doctor/finding.ts'
import { print, printProgress, wantsJson } from './printing.ts'

export const doctorCommand = (): Command =>
  new Command('doctor')
    .option('--strict', 'end with 1 because of warnings too')
    .action(async ({ strict = false }: { strict?: boolean }) => {
      const [{ examine }, { givenEnvironment }, { silentLog }] = await Promise.all([
        import('../app/doctor/doctor.ts'),
        import('../app/config.ts'),
        import('#kernel/telemetry/log.ts'),
      ])
      const found: (Finding & { part: string })[] = []
      for await (const { title, findings } of examine(givenEnvironment(), silentLog)) {
        found.push(...findings.map((finding) => ({ part: title, ...finding })))
        if (!wantsJson()) printProgress([`\n${title}`, ...findings.map(lineOf)].join('\n'))
      }
      const count = (state: FindingState) => found.filter((finding) => finding.state === state).length
      const counts = { wrong: count('wrong'), warnings: count('warning'), unknown: count('unknown'), ok: count('ok') }
      print({ ...counts, findings: found }, `\n${summary(counts)}`)
      if (counts.wrong > 0 || (strict && counts.warnings > 0)) process.exitCode = 1
    })

const marks: Readonly<Record<FindingState, string>> = {
  ok: 'ok     ',
  warning: 'WARNING',
  wrong: 'WRONG  ',
  unknown: '?      ',
}

const lineOf = ({ about, state, says, todo }: Finding): string => {
  const indented = (text: string) => text.replaceAll('\n', '\n          ')
  return [
    `  ${marks[state]} ${about}: ${indented(says)}`,
    ...(todo === undefined ? [] : [`          ${indented(todo)}`]),
  ].join('\n')
}

function summary({ wrong, warnings, unknown, ok }: Record<'wrong' | 'warnings' | 'unknown' | 'ok', number>): string {
  const counts = `As it should be: ${ok}. Warnings: ${warnings}. Wrong: ${wrong}. Not known: ${unknown}.`
  if (wrong > 0) return `${counts}\nProduction must not run like this: correct what is WRONG.`
  return warnings > 0 ? `${counts}\nIt can run. Read the warnings.` : counts
}
