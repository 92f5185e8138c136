import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { generatedDocs } from '../docs/generated-docs.ts'

export const docsCommand = (): Command =>
  new Command('docs')
    .description('generate the pages on schema, states, recipes and configuration')
    .action(async () => {
      for (const { path, text } of await generatedDocs()) {
        writeFileSync(path, text)
        console.log(path)
      }
    })
