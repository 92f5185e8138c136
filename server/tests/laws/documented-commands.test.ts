import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { commandLine } from '../../src/cli/command-line.ts'
import { commandsOf } from '../../src/surfaces/docs-site/curl.ts'
import { type File, read, tracked } from '../tidy/repository.ts'

test('every command of florin that a document names exists, and has the options that it is given', async () => {
  const program = await commandLine()
  // The changelog names commands by what they were called.
  const pages = tracked.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md').map(read)
  const named = pages.flatMap((page) => commandsIn(page).map((words) => ({ page: page.path, words })))

  expect(named.length).toBeGreaterThan(50)
  expect(
    named
      .map(({ page, words }) => ({
        typed: `${page}: florin ${words.join(' ')}`,
        wrong: mistakeIn(program, words),
      }))
      .filter(({ wrong }) => wrong !== undefined),
  ).toEqual([])
})

/** What is typed after `florin`: in `sh` blocks, and in the text between backticks. */
function commandsIn({ text }: File): string[][] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].flatMap(([, block]) => block!.split('\n'))
  const joined = blocks.join('\n').replaceAll(/\\\n/g, ' ').split('\n')
  const lines = joined.flatMap((line) => /^npm run (florin -- .*)/.exec(line)?.[1] ?? [])
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
  const inline = [...prose.matchAll(/`(?:npm run )?(florin (?:-- )?[^`]+)`/g)].map(([, command]) => command!)
  return [...lines, ...inline]
    .flatMap((line) => commandsOf(line.replaceAll('\n', ' ')))
    .map((words) => words.slice(1).filter((word) => word !== '--'))
    .filter(([first]) => first !== '<command>')
}

/** What is typed before a command belongs to `florin` itself: `--as ana@florin.example site change`. */
function afterOwnOptions(command: Command, words: readonly string[]): readonly string[] {
  const option = command.commands.length > 0 && command.options.find(({ long }) => long === words[0])
  return option ? afterOwnOptions(command, words.slice(option.required ? 2 : 1)) : words
}

function mistakeIn(command: Command, words: readonly string[]): string | undefined {
  const [first, ...rest] = afterOwnOptions(command, words)
  const next = command.commands.find((one) => one.name() === first)
  if (next) return mistakeIn(next as Command, rest)
  const free: string[] = []
  for (let at = 0; at < words.length; at++) {
    const option = command.options.find(({ long }) => long === words[at])
    if (option) at += option.required ? 1 : 0
    else if (words[at]!.startsWith('--') && words[at] !== '--help') return `no option ${words[at]}`
    else free.push(words[at]!)
  }
  const takes = command.registeredArguments.some(({ variadic }) => variadic)
    ? free.length
    : command.registeredArguments.length
  return free.length > takes && words[0] !== '--help' ? `${command.name()} takes ${takes} arguments` : undefined
}
