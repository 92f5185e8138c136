import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Placeholders, placeholders } from './placeholders.ts'
import { withNewCodes } from './renamed-codes.ts'

/**
 * The output of the program, in a file that people read: one block for each step, under its title. `FLORIN_RECORD=1`
 * writes the files; without it the same steps must produce the same output.
 */
export type Recorder = {
  /** Records the output of one step. Random values are replaced by the recorder. */
  keep(title: string, text: string): void
  /** Writes the file, or compares the output with it. */
  finish(): void
}

const folder = import.meta.dirname
const isRecording = process.env.FLORIN_RECORD === '1'
const again = 'If this is meant, record again with FLORIN_RECORD=1 and read the diff.'

export function recorder(name: string): Recorder {
  const file = `${name}.txt`
  const blocks: string[] = []
  const titles = new Set<string>()
  const named: Placeholders = placeholders()
  return {
    keep: (title, text) => {
      if (titles.has(title)) throw new Error(`${file} has two steps with the title "${title}"`)
      titles.add(title)
      blocks.push(`## ${title}\n${named(text)}`)
    },
    finish: () => {
      const text = `${blocks.join('\n\n')}\n`
      if (isRecording) return writeFileSync(join(folder, file), text)
      compare(file, readKept(file), text)
    },
  }
}

/** A recording as it is compared: with the names that codes have got since. */
export function readKept(file: string): string {
  const path = join(folder, file)
  if (!existsSync(path)) throw new Error(`There is no recording ${file}. ${again}`)
  return withNewCodes(readFileSync(path, 'utf8'))
}

/** A table, one line for each thing: its order is by what a line says and is no part of it. */
export function keepTable(name: string, lines: readonly string[]): void {
  const file = `${name}.txt`
  if (isRecording) writeFileSync(join(folder, file), `${lines.toSorted().join('\n')}\n`)
  const kept = readKept(file).trimEnd().split('\n').toSorted()
  expect(lines.toSorted(), `${file} is not as recorded. ${again}`).toEqual(kept)
}

const stepsOf = (text: string): Map<string, string> =>
  new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((block) => [block.slice(0, block.indexOf('\n')), block.trimEnd()]),
  )

function compare(file: string, recorded: string, produced: string): void {
  const [before, after] = [stepsOf(recorded), stepsOf(produced)]
  const different = [...after].filter(([title, text]) => before.has(title) && before.get(title) !== text)
  for (const [title, text] of different.slice(0, shownMax)) {
    const rest = different.length > 1 ? ` ${different.length} steps of this file differ.` : ''
    expect.soft(text, `${file}, step "${title}" is not as recorded.${rest} ${again}`).toBe(before.get(title))
  }
  expect.soft([...after.keys()], `${file} has other steps than were recorded. ${again}`).toEqual([...before.keys()])
}
const shownMax = 5
