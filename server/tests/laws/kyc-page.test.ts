import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { magicNames } from '#connectors/identity/magic-names.ts'
import { rejectReasons } from '#connectors/identity/port.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/partner-guide/kyc.md'), 'utf8')

test('the partners’ page about KYC has every reason of a rejection, and no other', () => {
  const [, section = ''] = /\n## Reasons of a rejection\n([\s\S]*?)\n## /.exec(page) ?? []
  const listed = [...section.matchAll(/^\| `(\w+)` \| [A-Z][a-z]* /gm)].map(([, reason]) => reason)
  expect(listed).toEqual(rejectReasons)
})

test('the partners’ page about KYC has every magic name with what it does, and no other', () => {
  const [, section = ''] = /\n## In staging\n([\s\S]*)$/.exec(page) ?? []
  const listed = [...section.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, name, means]) => ({ name, means }))
  const expected = magicNames.map(({ name, result, means }) => ({
    name,
    means: typeof result === 'object' ? `${means}: \`${result.rejected}\`` : means,
  }))
  expect(listed).toEqual(expected)
})
