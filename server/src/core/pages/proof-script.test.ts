import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proofScript } from './page-assets.ts'

/** The script on a page that has just a form with a puzzle; a turn of its work runs when the test says so. */
function openPage(puzzle: string, { tasks, bits }: { tasks: number; bits: number }) {
  const turns: (() => void)[] = []
  const listeners: ((event: object) => void)[] = []
  let nowMs = 0
  const page = { submitted: 0, prevented: 0 }
  const form = {
    elements: { proof: { value: '' } },
    addEventListener: (_: string, listener: (event: object) => void) => listeners.push(listener),
    submit: () => page.submitted++,
  }
  const input = { form, value: puzzle, dataset: { tasks: String(tasks), bits: String(bits) } }
  runInNewContext(proofScript, {
    document: { querySelector: () => input },
    setTimeout: (turn: () => void) => turns.push(turn),
    performance: { now: () => nowMs++ },
  })
  return {
    page,
    /** One turn; false when there is none left. */
    turn: (): boolean => turns.splice(0, 1).map((turn) => turn()).length > 0,
    press: () => {
      const event = { defaultPrevented: false, preventDefault: () => page.prevented++ }
      for (const listener of listeners) listener(event)
    },
    proof: () => form.elements.proof.value,
  }
}

test('its numbers make hashes that begin with the zero bits', () => {
  const puzzles = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.'), minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(puzzles, fc.integer({ min: 1, max: 9 }), (puzzle, bits) => {
      const page = openPage(puzzle, { tasks: 3, bits })
      while (page.turn()) {}
      const hashes = page
        .proof()
        .split('.')
        .map((number, task) => createHash('sha256').update(`${puzzle}.${task}.${number}`).digest())
      expect(hashes.map((hash) => hash.readUInt32BE(0) >>> (32 - bits))).toEqual([0, 0, 0])
    }),
    { numRuns: 50 },
  )
})

test('a form that is sent after the work goes its own way, and one that is sent before waits for it', () => {
  const patient = openPage('moment.seal', { tasks: 4, bits: 8 })
  while (patient.turn()) {}
  patient.press()
  expect(patient.page).toEqual({ submitted: 0, prevented: 0 })

  const hasty = openPage('moment.seal', { tasks: 4, bits: 8 })
  hasty.press()
  expect([hasty.page, hasty.proof()]).toEqual([{ submitted: 0, prevented: 1 }, ''])
  while (hasty.turn()) {}
  expect(hasty.page).toEqual({ submitted: 1, prevented: 1 })
  expect(hasty.proof()).toBe(patient.proof())
})

test('it asks nothing of anybody and leaves nothing behind', () => {
  expect(proofScript).not.toMatch(/fetch|XMLHttpRequest|WebSocket|import\(|Storage|cookie|innerHTML|eval|Worker/)
})
