import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditFieldNames } from './fields.ts'
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
const others = [
  'accountClosed',
  'activateSuspended',
  'givenUp',
  'handIn',
  'writeOff',
  'networkSettled',
  'cardDisputeCredited',
  'isRequired',
]

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

test('every field that the audit names has words in both languages', () => {
  // What is written out where an entry is made; what a whole record comes to has words by `dashboard-words`.
  const bodies = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:before|after): \{([^{}]*)\}/g)].map(([, body]) => body!),
  )
  const names = bodies.flatMap((body) =>
    body
      .replaceAll(/\([^()]*\)|\[[^\]]*\]/g, '')
      .split(',')
      .flatMap((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1] ?? []),
  )
  expect(new Set(names).size).toBeGreaterThan(70)
  expect([...new Set(names)].filter((name) => !auditFieldNames.includes(name))).toEqual([])
})
