import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { generatedDocs } from '../docs/generated-docs.ts'
import { print } from './printing.ts'

export const docsCommand = (): Command =>
  new Command('docs').action(async () => {
    const pages = await generatedDocs()
    for (const { path, text } of pages) writeFileSync(path, text)
    const paths = pages.map(({ path }) => path)
    print({ data: paths }, paths.join('\n'))
  })
