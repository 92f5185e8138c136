import { variables } from '../app/variables.ts'

/** The reference of every setting, from the table that reads them. */
export function configurationPage(): string {
  const rows = Object.entries(variables).map(([name, schema]) => {
    const initial = schema.safeParse(undefined)
    const fallback = initial.success && initial.data !== undefined ? `\`${initial.data}\`` : ''
    return `| \`${name}\` | ${fallback} | ${schema.description ?? ''} |`
  })
  return `# Configuration

Made from the code by \`npm run docs\`. Every setting is an environment variable; all of them are checked at the start, and
all errors are reported at once.

| Variable | Default | Meaning |
| --- | --- | --- |
${rows.join('\n')}
`
}
