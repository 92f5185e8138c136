import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditSubjects } from './subjects.ts'
import { auditActions } from './words.ts'

const server = join(import.meta.dirname, '../../../../../server/src')
const sources = globSync('**/*.ts', { cwd: server })
  .map((file) => readFileSync(join(server, file), 'utf8'))
  .filter((text) => /auditEntry|audited/.test(text))
const found = (pattern: RegExp) => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, word]) => word!))),
]

/** Names of steps, of bookings and of fields in the same files, which are not entries of the audit. */
const others = ['handIn', 'writeOff', 'networkSettled', 'cardDisputeCredited', 'isRequired']

test('everything that the audit says was done has words in both languages', () => {
  const actions = found(/(?:action: |\? |: |, |entry\()'([a-z]+(?:[A-Z][a-z]+)+)'/g)
  const done = actions.filter((action) =>
    /(?:ed|Made|Set|Begun|Read|Sent|Up|Hand|Closing|Won|Lost|Off|Again|Manually|In)$/.test(action),
  )
  expect(done.length).toBeGreaterThan(100)
  expect(done.filter((action) => !(action in auditActions.en) && !others.includes(action))).toEqual([])
})

test('everything that the audit is about has words in both languages', () => {
  const types = found(/subject: \{ type: '([a-zA-Z]+)'/g)
  expect(types.length).toBeGreaterThan(40)
  expect(types.filter((type) => !(type in auditSubjects.en))).toEqual([])
})
