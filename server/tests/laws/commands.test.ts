import { execFileSync } from 'node:child_process'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { commandLine } from '../../src/cli/command-line.ts'
import { placeOf, places } from '../../src/cli/open.ts'
import { runCommand } from '../recordings/command-line.ts'
import { sources } from '../tidy/repository.ts'
import { staffRoutes } from './routes-of-staff.ts'

type Named = { name: string; command: Command }

const leavesOf = (command: Command, above: readonly string[] = []): Named[] => {
  const path = [...above, command.name()]
  if (command.commands.length === 0) return [{ name: path.join(' '), command }]
  return command.commands.flatMap((one) => leavesOf(one as Command, path))
}

test('every command says what it does, and with which option it prints JSON; so does every group', async () => {
  const florin = await commandLine()
  const leaves = leavesOf(florin)
  expect(leaves.length).toBeGreaterThan(150)
  const wrong = leaves.filter(({ command }) => {
    const help = command.helpInformation()
    return command.description() === '' || !help.includes('--json') || !help.includes('--help')
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
  expect(florin.commands.filter((one) => one.description() === '').map((one) => one.name())).toEqual([])
})

const commands = sources.filter(({ path }) => path.includes('/cli/') && !path.endsWith('.test.ts'))

test('a command prints by `print` and its kin, which know --json', () => {
  const strays = commands.filter(({ path, text }) => !path.endsWith('/printing.ts') && text.includes('console.log'))
  expect(strays.map(({ path }) => path)).toEqual([])
})

test('a command that opens the installation asks for a permission', () => {
  const strays = commands.flatMap(({ path, text }) => {
    const declared = declarationsOf(text)
    return [...text.matchAll(/(?<!function )withApp\(/g)]
      .map(({ index }) => text.slice(index, endOfCall(text, index)))
      .filter((call) => !asks(call, declared))
      .map((call) => `${path}: ${call.slice(0, 80)}`)
  })
  expect(strays).toEqual([])
})

test('florin open knows where everything is that has a place of its own in the interface of the staff', () => {
  const routes = staffRoutes.flatMap(
    (line) => /^GET \/staff\/v1\/(\S+) \w+ (\S+)$/.exec(line)?.slice(1, 3).join(' ') ?? [],
  )
  const wrong = Object.entries(places).filter(
    ([kind, [, permission]]) =>
      !routes.some(
        (one) => one.replace(/:\w+/, ':id') === `${placeOf(kind as keyof typeof places, ':id')} ${permission}`,
      ),
  )
  expect(wrong).toEqual([])
})

test('the shell completes commands, options and their values by the script that florin writes', async () => {
  const { printed } = await runCommand(['completion', 'bash'])
  const completed = (...words: string[]) => {
    const line = `COMP_WORDS=(florin ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`
    const script = `${printed}\n${line}; _florin; echo "\${COMPREPLY[*]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()
  }
  expect(completed('merch')).toBe('merchant merchant-payout')
  expect(completed('payment', 'u')).toBe('unresolved')
  expect(completed('--as', 'ana@florin.example', 'payment', 'refund', '1042', '--a')).toBe('--amount')
  expect(completed('order', 'list', '--status', 'ret')).toBe('retrying')
  expect(completed('open', 'pay')).toBe('payment')
  expect((await runCommand(['completion', 'zsh'])).printed).toMatch(/compdef.* compinit;.*\n.* bashcompinit\n/)
})

type Declared = ReadonlyMap<string, string>

/** The declarations of a file by their names. */
const declarationsOf = (text: string): Declared =>
  new Map(
    text
      .split(/^(?=(?:export )?(?:async )?(?:function|const) )/m)
      .map((part) => [/(?:function|const) (\w+)/.exec(part)?.[1] ?? '', part]),
  )

/** Whether a text asks who runs the command, or calls what does. */
function asks(text: string, declared: Declared, seen: readonly string[] = []): boolean {
  if (/\bby\(/.test(text)) return true
  return [...declared].some(
    ([name, part]) =>
      !seen.includes(name) &&
      new RegExp(`\\b${name}\\(`).test(text) &&
      asks(part.slice(part.indexOf('{')), declared, [...seen, name]),
  )
}

function endOfCall(text: string, start: number): number {
  let depth = 0
  for (let at = text.indexOf('(', start); at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}
