import { settingsOf } from '../app/settings.ts'

/** The reference of every setting, from the table that reads them. */
export function configurationPage(): string {
  const rows = settingsOf({}).map(
    ({ name, about, default: fallback }) =>
      `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${about} |`,
  )
  return `# Configuration

Made from the code by \`npm run docs\`. Every setting is an environment variable; all of them are checked at the start, and
all errors are reported at once.

| Variable | Default | Meaning |
| --- | --- | --- |
${rows.join('\n')}
`
}
