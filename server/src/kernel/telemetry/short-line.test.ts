import { expect, test } from 'vitest'
import { openLog } from './log.ts'
import { shortLine } from './short-line.ts'

const plain = { colours: false }

test('a line says when, how serious, what, and the facts', () => {
  const line = JSON.stringify({
    level: 'warn',
    time: '2026-05-04T10:00:03.123Z',
    statement: 'record-result',
    tookMs: 1204,
    why: 'two words',
    msg: 'slow statement',
  })
  expect(shortLine(line, plain)).toBe(
    '10:00:03  warn  slow statement  statement=record-result  tookMs=1204  why="two words"\n',
  )
})

test('an error has its message in the line and its stack below', () => {
  const err = {
    type: 'RangeError',
    message: 'too far',
    stack: 'RangeError: too far\n    at one (a.ts:1:2)\n    at two (b.ts:3:4)',
  }
  const line = JSON.stringify({ level: 'error', time: '2026-05-04T10:00:03.123Z', err, msg: 'it broke' })
  expect(shortLine(line, plain)).toBe(
    '10:00:03  error it broke  RangeError: too far\n    at one (a.ts:1:2)\n    at two (b.ts:3:4)\n',
  )
})

test('what is no event is written as it is', () => {
  expect(shortLine('a line of something else\n', plain)).toBe('a line of something else\n')
})

test('a terminal has short lines unless JSON is asked for, and whatever else has JSON', () => {
  const written = (format: 'auto' | 'json' | 'short', isTTY: boolean) => {
    const lines: string[] = []
    const log = openLog({ level: 'info', format, to: { isTTY, write: (line) => void lines.push(line) } })
    log.info({ pan: '4111111111111111' }, 'paid')
    return lines.join('')
  }
  expect(written('auto', true)).toContain('paid')
  expect(() => JSON.parse(written('auto', true))).toThrow()
  expect(JSON.parse(written('auto', false))).toMatchObject({ msg: 'paid' })
  expect(JSON.parse(written('json', true))).toMatchObject({ msg: 'paid' })
  expect(written('short', false)).toMatch(/^\d\d:\d\d:\d\d {2}info {2}paid {2}pan=411111\*{6}1111\n$/)
})
